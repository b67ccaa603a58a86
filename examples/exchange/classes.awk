# Turns the tree that fed-check prints into the list of classes that the exchange federate reads:
#   fed-check --own my.fed | awk -f classes.awk > my.classes
# The RTI's own classes (the roots, RTIprivate, Manager) are left out.
$0 == "objects" { kind = "object" }
$0 == "interactions" { finish(); kind = "interaction" }

$1 == "class" {
  finish()
  depth = (match($0, /[^ ]/) - 1) / 2
  path[depth] = $2
  name = path[1]
  for (level = 2; level <= depth; ++level) name = name "." path[level]
  of_the_rti = depth == 1 || path[2] == "RTIprivate" || path[2] == "Manager"
  members = ""
}

$1 == "attribute" || $1 == "parameter" { members = members " " $2 }

END { finish() }

function finish() {
  if (name != "" && !of_the_rti) print kind, name members
  name = ""
}
