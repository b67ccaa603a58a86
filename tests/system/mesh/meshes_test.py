#!/usr/bin/env python3
"""Checks that the files of the tests' meshes are valid and have the shapes that their names state.
meshes_test.py RTIMESH"""
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True  # keeps the source tree unchanged
import meshes  # noqa: E402

RTIMESH = sys.argv.pop()
WANTED = {
    "one": "1 router in 1 group, 0 links, 1 level deep",
    "group": "3 routers in 1 group, 3 links, 1 level deep",
    "tree": "7 routers in 7 groups, 6 links, 3 levels deep",
    "below": "6 routers in 2 groups, 7 links, 2 levels deep",
    "triad": "6 routers in 3 groups, 6 links, 3 levels deep",
    "pair": "3 routers in 1 group, 3 links, 1 level deep",
    "segments": "3 routers in 2 groups, 2 links, 2 levels deep",
    "spare": "6 routers in 4 groups, 6 links, 3 spare links, 3 levels deep",
}


class Meshes(unittest.TestCase):
    def test_have_the_shape_of_their_name(self):
        for name in meshes.NAMES:
            mesh = meshes.Mesh("mesh-" + name)
            with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
                file.write(mesh.text())
                file.flush()
                said = subprocess.run([RTIMESH, "check", file.name], capture_output=True, text=True, check=False)
            self.assertRegex(said.stdout + said.stderr, "^%s: %s, hash [0-9a-f]+\n$" % (file.name, WANTED[mesh.shape]))

    def test_say_of_a_router_what_it_was_given_besides(self):
        mesh = meshes.Mesh("mesh-group")
        mesh.options["beta"] = "federates-regulate: false, limits: {members: 3}"
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write(mesh.text())
            file.flush()
            subprocess.run([RTIMESH, "check", file.name], capture_output=True, check=True)

    def test_start_a_router_behind_the_one_that_is_next_on_its_way_to_the_rtig(self):
        for transport in meshes.TRANSPORTS:
            mesh = meshes.Mesh(transport)
            first, *others = mesh.routers
            self.assertIsNone(mesh.next_up[first])
            for number, name in enumerate(others, 1):
                self.assertIn(mesh.next_up[name], mesh.routers[:number])

    def test_have_peers_where_two_of_a_group_are_behind_a_third(self):
        links = {shape: meshes.Mesh("mesh-" + shape).peer_links() for shape in meshes.SHAPES}
        self.assertEqual(links, {"one": [], "group": [("gamma", "beta")], "tree": [],
                                 "below": [("gamma", "beta"), ("zeta", "epsilon")],
                                 "triad": [("down", "primary")], "pair": [("gamma", "beta")], "segments": [],
                                 "spare": [("zeta", "epsilon")]})

    def test_have_routers_together_where_these_are_one_process(self):
        mesh = meshes.Mesh("mesh-triad")
        self.assertEqual(mesh.together("down"), ["up", "primary", "down"])
        self.assertEqual(mesh.together("range"), ["range"])

    def test_send_federates_to_routers_that_there_are(self):
        for shape in meshes.SHAPES:
            mesh = meshes.Mesh("mesh-" + shape, "127.70.1.2")
            places = ["mesh://127.70.1.2:%d" % (meshes.PORT + i) for i in range(len(mesh.routers))]
            memory = [mesh.memory(name) for name in mesh.sharing]
            self.assertLessEqual(set(mesh.urls), set(places + memory))
            self.assertEqual(len(mesh.urls), len(set(mesh.urls)) + bool(memory))

    def test_are_at_an_address_that_nobody_else_uses(self):
        self.assertRegex(meshes.own_address(), r"^127\.(6[4-9]|[7-9]\d|1[01]\d|12[0-8])\.\d+\.\d+$")


if __name__ == "__main__":
    unittest.main()
