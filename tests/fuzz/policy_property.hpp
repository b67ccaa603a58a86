// Property of the reader of policies for any bytes: it ends, it returns a policy or problems with
// places in the file, and a policy decides each request by its first rule that applies. Checked by
// policy_fuzz and, on its corpus, by policy_corpus_test.
#pragma once

#include <string>
#include <string_view>

namespace triad::policy {

// Returns empty if the property holds, otherwise a description of the violation.
std::string broken_property(std::string_view text);

}  // namespace triad::policy
