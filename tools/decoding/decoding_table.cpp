#include "tools/decoding/decoding_table.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "tools/decoding/number_values.hpp"
#include "tools/rtictl/utf8.hpp"
#include "topology/yaml_tree.hpp"

namespace triad::decoding {

namespace {

using topology::check_keys;
using topology::find;
using topology::ProblemLog;
using topology::quoted_text;
using topology::YamlNode;

constexpr topology::YamlLimits kLimits{.bytes = kTableBytesMax,
                                       .nodes = 200'000,
                                       .line_bytes = 64u << 10,
                                       .depth = 24,
                                       .text_bytes = 1000};
constexpr std::size_t kSizeMax = 1u << 24;
// Limit on a chain of types that refer to each other, also by other names only.
constexpr std::size_t kNamesMax = 100;

struct NamedNumber {
  std::string name;
  NumberType type;
};

// Returns int8, uint8, boolean, int16be, int16le and so on.
const std::vector<NamedNumber>& numbers() {
  static const std::vector<NamedNumber> kNumbers = [] {
    using Kind = NumberType::Kind;
    std::vector<NamedNumber> all{{"int8", {Kind::signed_integer, 1}},
                                 {"uint8", {Kind::unsigned_integer, 1}},
                                 {"boolean", {Kind::boolean, 1}}};
    for (const bool is_big : {true, false}) {
      const std::string order = is_big ? "be" : "le";
      for (const std::size_t bytes : {2u, 4u, 8u}) {
        const std::string bits = std::to_string(8 * bytes) + order;
        all.push_back({"int" + bits, {Kind::signed_integer, bytes, is_big}});
        all.push_back({"uint" + bits, {Kind::unsigned_integer, bytes, is_big}});
        all.push_back({"boolean" + bits, {Kind::boolean, bytes, is_big}});
        if (bytes > 2) all.push_back({"float" + bits, {Kind::real, bytes, is_big}});
      }
    }
    return all;
  }();
  return kNumbers;
}

std::optional<NumberType> number_of(std::string_view name) {
  const auto found = std::ranges::find(numbers(), name, &NamedNumber::name);
  return found == numbers().end() ? std::nullopt : std::optional(found->type);
}

std::optional<NumberType> integer_of(std::string_view name) {
  const auto number = number_of(name);
  const bool is_integer = number && (number->kind == NumberType::Kind::signed_integer ||
                                     number->kind == NumberType::Kind::unsigned_integer);
  return is_integer ? number : std::nullopt;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Returns the bits of an integer that this type can have.
std::optional<std::int64_t> parse_value(std::string_view text, const NumberType& type) {
  if (type.kind == NumberType::Kind::unsigned_integer) {
    std::uint64_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
    if (type.bytes < 8 && value >> (8 * type.bytes) != 0) return std::nullopt;
    return static_cast<std::int64_t>(value);
  }
  const auto value = parse_integer(text);
  if (!value || sign_extended(static_cast<std::uint64_t>(*value), type.bytes) != *value) {
    return std::nullopt;
  }
  return value;
}

std::size_t alignment_of(const ValueType& type) {
  struct {
    std::size_t operator()(const NumberType& number) const { return number.bytes; }
    std::size_t operator()(const TextType& text) const {
      return text.count ? text.count->bytes : 1;
    }
    std::size_t operator()(const BytesType&) const { return 1; }
    std::size_t operator()(const EnumerationType& one) const { return one.number.bytes; }
    std::size_t operator()(const ArrayType& array) const {
      return std::max(array.element->alignment, array.count ? array.count->bytes : 1);
    }
    std::size_t operator()(const RecordType& record) const {
      std::size_t most = 1;
      for (const auto& field : record.fields) {
        if (field.type) most = std::max(most, field.type->alignment);
      }
      return most;
    }
  } alignment;
  return std::visit(alignment, type.layout);
}

std::size_t depth_of(const ValueType& type) {
  std::size_t below = 0;
  if (const auto* array = std::get_if<ArrayType>(&type.layout)) {
    below = array->element->depth;
  } else if (const auto* record = std::get_if<RecordType>(&type.layout)) {
    for (const auto& field : record->fields) {
      if (field.type) below = std::max(below, field.type->depth);
    }
  }
  return below + 1;
}

class TableReader {
 public:
  explicit TableReader(ProblemLog& log) : log_(log) {}

  DecodingTable read(const YamlNode& root) {
    if (!is_map(root, "a decoding table", "write the keys `types`, `objects`, `interactions`")) {
      return {};
    }
    check_keys(root, {"types", "objects", "interactions"}, log_);
    if (const YamlNode* const types = find(root, "types")) collect_types(*types);
    for (const auto& definition : order_) {
      static_cast<void>(named_type(definition->first, *definition->second));
    }
    return {read_classes(root, "objects"), read_classes(root, "interactions")};
  }

 private:
  // --- Access to maps.
  bool is_map(const YamlNode& node, std::string_view subject, std::string_view cure) {
    if (node.kind == YamlNode::Kind::map) return true;
    log_.add(node.at, std::string(subject) + " is " + std::string(topology::name_of(node.kind)),
             std::string(cure));
    return false;
  }

  bool is_name(const YamlNode& node) {
    if (node.kind == YamlNode::Kind::text && !node.text.empty()) return true;
    log_.add(node.at,
             "a name is " + (node.kind == YamlNode::Kind::text
                                 ? std::string("empty")
                                 : std::string(topology::name_of(node.kind))),
             "write a name, in quotation marks if it is null or ~");
    return false;
  }

  void add_twice(const YamlNode& key, std::string_view kind) {
    log_.add(key.at, std::string(kind) + quoted_text(key.text) + " is there twice",
             "remove one of them");
  }

  // --- Types.
  void collect_types(const YamlNode& types) {
    if (!is_map(types, "`types`", "write lines NAME: TYPE below it")) return;
    for (std::size_t i = 0; i + 1 < types.items.size(); i += 2) {
      const YamlNode& name = types.items[i];
      if (!is_name(name)) continue;
      if (number_of(name.text) || name.text == "text" || name.text == "bytes") {
        log_.add(name.at, quoted_text(name.text) + " is a type of its own", "write another name");
      } else if (const auto [at, is_new] = definitions_.emplace(name.text, &types.items[i + 1]);
                 is_new) {
        order_.push_back(at);
      } else {
        add_twice(name, "the type ");
      }
    }
  }

  // Returns the type with this name of the table; null if it is faulty, which is logged once.
  TypePointer named_type(const std::string& name, const YamlNode& definition) {
    if (const auto known = types_.find(name); known != types_.end()) return known->second;
    if (!open_.insert(name).second) {
      log_.add(definition.at, "the type " + quoted_text(name) + " contains itself",
               "an array or record can contain other types only");
      return nullptr;
    }
    TypePointer type;
    if (open_.size() > kNamesMax) {
      log_.add(definition.at,
               "more than " + std::to_string(kNamesMax) + " types refer to each other",
               "write a flatter type");
    } else {
      type = read_type(definition);
    }
    if (type && definition.kind == YamlNode::Kind::map) {
      auto renamed = std::make_shared<ValueType>(*type);
      renamed->name = topology::printable(name);
      type = renamed;
    }
    open_.erase(name);
    types_[name] = type;
    return type;
  }

  TypePointer read_type(const YamlNode& node) {
    auto type = node.kind == YamlNode::Kind::map ? read_composed(node) : read_name(node);
    if (!type || type->depth <= kTypeDepthMax) return type;
    log_.add(node.at,
             "types contain each other more than " + std::to_string(kTypeDepthMax) + " deep",
             "write a flatter type");
    return nullptr;
  }

  TypePointer read_name(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::text) {
      log_.add(node.at, "a type is " + std::string(topology::name_of(node.kind)),
               "write the name of a type, or {record: ...}, {array: ...}, {enumeration: ...} or "
               "{text: ...}");
      return nullptr;
    }
    if (const auto number = number_of(node.text)) return make(*number, node.text);
    if (node.text == "text") return make(TextType{}, node.text);
    if (node.text == "bytes") return make(BytesType{}, node.text);
    const auto defined = definitions_.find(node.text);
    if (defined != definitions_.end()) return named_type(node.text, *defined->second);
    log_.add(node.at, "there is no type " + quoted_text(node.text), cure_for_name(node.text));
    return nullptr;
  }

  std::string cure_for_name(const std::string& name) {
    constexpr const char* kDefine =
        "define it below `types`, or write a number such as int32be or float64le, or text or bytes";
    if (number_of(name + "be")) return "write " + name + "be or " + name + "le, the byte order";
    if (!log_.has_room()) return kDefine;
    std::vector<std::string_view> names{"text", "bytes"};
    for (const NamedNumber& number : numbers()) names.push_back(number.name);
    for (const auto& [defined, definition] : definitions_) names.push_back(defined);
    return topology::suggestion(name, names, kDefine);
  }

  TypePointer read_composed(const YamlNode& node) {
    if (const YamlNode* const fields = find(node, "record")) {
      check_keys(node, {"record", "aligned"}, log_);
      return read_record(*fields, read_aligned(node));
    }
    if (const YamlNode* const element = find(node, "array")) {
      check_keys(node, {"array", "size", "count", "aligned"}, log_);
      return read_array(node, *element);
    }
    if (const YamlNode* const number = find(node, "enumeration")) {
      check_keys(node, {"enumeration", "names"}, log_);
      return read_enumeration(node, *number);
    }
    if (const YamlNode* const length = find(node, "text")) {
      check_keys(node, {"text"}, log_);
      return read_text(*length);
    }
    log_.add(node.at, "a type without `record`, `array`, `enumeration` and `text`",
             "write one of these keys, or the name of a type");
    return nullptr;
  }

  bool read_aligned(const YamlNode& node) {
    const YamlNode* const aligned = find(node, "aligned");
    if (aligned == nullptr || aligned->text == "false") return false;
    if (aligned->text != "true") {
      log_.add(aligned->at, "`aligned` is " + quoted_text(aligned->text), "write true or false");
    }
    return true;
  }

  TypePointer read_record(const YamlNode& fields, bool is_aligned) {
    if (fields.kind != YamlNode::Kind::list || fields.items.empty()) {
      log_.add(fields.at,
               fields.kind == YamlNode::Kind::list
                   ? std::string("`record` has no fields")
                   : "`record` is " + std::string(topology::name_of(fields.kind)),
               "write a list of items {NAME: TYPE}");
      return nullptr;
    }
    RecordType record{.fields = {}, .is_aligned = is_aligned};
    std::set<std::string> names;
    bool is_good = true;
    for (const YamlNode& item : fields.items) {
      if (item.kind != YamlNode::Kind::map || item.items.size() != 2) {
        log_.add(item.at, "a field is no single NAME: TYPE",
                 "write an item such as {x: float64be}");
        is_good = false;
        continue;
      }
      const YamlNode& name = item.items.front();
      if (name.text == "padding") {
        const auto bytes = read_size(item.items.back(), "padding");
        record.fields.push_back({"", nullptr, bytes.value_or(0)});
        is_good = is_good && bytes;
        continue;
      }
      if (!is_name(name)) {
        is_good = false;
        continue;
      }
      if (!names.insert(name.text).second) add_twice(name, "the field ");
      auto type = read_type(item.items.back());
      is_good = is_good && type;
      record.fields.push_back({rtictl::utf8(name.text), std::move(type)});
    }
    return is_good ? make(std::move(record), "record") : nullptr;
  }

  TypePointer read_array(const YamlNode& node, const YamlNode& element) {
    ArrayType array{.element = read_type(element), .is_aligned = read_aligned(node)};
    const YamlNode* const size = find(node, "size");
    const YamlNode* const count = find(node, "count");
    if (size != nullptr && count != nullptr) {
      log_.add(node.at, "an array with both `size` and `count`",
               "write `size` for a fixed number, or `count` if a number in front says it");
      return nullptr;
    }
    if (size != nullptr && !(array.size = read_size(*size, "size"))) return nullptr;
    if (count != nullptr && !(array.count = read_integer(*count, "count"))) return nullptr;
    return array.element ? make(std::move(array), "array") : nullptr;
  }

  TypePointer read_enumeration(const YamlNode& node, const YamlNode& number) {
    const auto integer = read_integer(number, "enumeration");
    const YamlNode* const names = find(node, "names");
    if (names == nullptr || names->kind != YamlNode::Kind::map) {
      log_.add(names == nullptr ? node.at : names->at,
               names == nullptr ? std::string("an enumeration without `names`")
                                : "`names` is " + std::string(topology::name_of(names->kind)),
               "write names: {0: first, 1: second}");
      return nullptr;
    }
    if (!integer) return nullptr;
    EnumerationType enumeration{.number = *integer, .names = {}};
    for (std::size_t i = 0; i + 1 < names->items.size(); i += 2) {
      const YamlNode& key = names->items[i];
      const auto value = parse_value(key.text, *integer);
      const YamlNode& name = names->items[i + 1];
      if (!value) {
        log_.add(key.at, quoted_text(key.text) + " is no number of " + quoted_text(number.text),
                 "write NUMBER: NAME, with a decimal number");
      } else if (is_name(name) &&
                 !enumeration.names.emplace(*value, rtictl::utf8(name.text)).second) {
        add_twice(key, "the number ");
      }
    }
    return make(std::move(enumeration), "enumeration");
  }

  TypePointer read_text(const YamlNode& length) {
    TextType text;
    text.count = defined_integer(length.text);
    if (!text.count && !(text.size = read_size(length, "text"))) return nullptr;
    return make(text, "text");
  }

  // Returns an integer type, or the one that a name of the table stands for.
  std::optional<NumberType> defined_integer(std::string_view name) {
    for (std::size_t names = 0; names < kNamesMax; ++names) {
      if (const auto integer = integer_of(name)) return integer;
      const auto defined = definitions_.find(name);
      if (defined == definitions_.end()) break;
      name = defined->second->text;
    }
    return std::nullopt;
  }

  std::optional<std::size_t> read_size(const YamlNode& node, std::string_view key) {
    const auto size = parse_integer(node.text);
    if (size && *size >= 1 && *size <= static_cast<std::int64_t>(kSizeMax)) {
      return static_cast<std::size_t>(*size);
    }
    log_.add(node.at,
             quoted_text(node.text) + " is no number from 1 to " + std::to_string(kSizeMax) +
                 " for `" + std::string(key) + "`",
             key == "text"      ? "write a number, or an integer type such as uint32be"
             : key == "padding" ? "write a number of bytes; no field can have this name"
                                : "write a number");
    return std::nullopt;
  }

  std::optional<NumberType> read_integer(const YamlNode& node, std::string_view key) {
    const auto integer = defined_integer(node.text);
    if (!integer) {
      log_.add(node.at,
               quoted_text(node.text) + " is no integer type for `" + std::string(key) + "`",
               "write a type such as uint8 or int32be");
    }
    return integer;
  }

  template <class Layout>
  static TypePointer make(Layout layout, std::string name) {
    auto type = std::make_shared<ValueType>();
    type->layout = std::move(layout);
    type->name = std::move(name);
    type->alignment = alignment_of(*type);
    type->depth = depth_of(*type);
    return type;
  }

  // --- Classes.
  DecodingTable::Classes read_classes(const YamlNode& root, std::string_view key) {
    DecodingTable::Classes classes;
    const YamlNode* const list = find(root, key);
    if (list == nullptr) return classes;
    const std::string subject = "`" + std::string(key) + "`";
    if (!is_map(*list, subject, "write lines CLASS: {NAME: TYPE} below it")) return classes;
    for (std::size_t i = 0; i + 1 < list->items.size(); i += 2) {
      const YamlNode& path = list->items[i];
      const YamlNode& members = list->items[i + 1];
      if (!is_name(path)) continue;
      const auto [at, is_new] = classes.try_emplace(path.text);
      if (!is_new) add_twice(path, "the class ");
      if (!is_map(members, "the class " + quoted_text(path.text), "write NAME: TYPE below it")) {
        continue;
      }
      for (std::size_t j = 0; j + 1 < members.items.size(); j += 2) {
        const YamlNode& name = members.items[j];
        if (!is_name(name)) continue;
        auto type = read_type(members.items[j + 1]);
        if (!at->second.emplace(name.text, std::move(type)).second) add_twice(name, "the name ");
      }
    }
    return classes;
  }

  ProblemLog& log_;
  using Definitions = std::map<std::string, const YamlNode*, std::less<>>;

  Definitions definitions_;
  std::vector<Definitions::const_iterator> order_;         // of the file
  std::map<std::string, TypePointer, std::less<>> types_;  // null: faulty
  std::set<std::string> open_;                             // being read
};

}  // namespace

boost::system::result<DecodingTable, Problems> read_decoding_table(std::string_view text,
                                                                   std::string_view file) {
  ProblemLog log(file);
  const auto tree = topology::read_yaml(text, log, kLimits);
  DecodingTable table;
  if (tree) table = TableReader(log).read(*tree);
  if (!log.empty()) return log.take_problems();
  return table;
}

}  // namespace triad::decoding
