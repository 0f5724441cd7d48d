// Members of objects, and variables outside of functions, that hold tensors: what the functions of the file store there
// is what others find there, unless somebody stores what nobody follows.
#include <algorithm>
#include <string>

#include "frontends/cxx/reader.h"

namespace syncfree::cxx {

/// Of the name alone: what objects they are members of, nobody asks.
bool Reader::is_tensor_member(std::string_view name) {
  return tensor_members_.contains(name) && find_variable(name) == nullptr;
}

/// What the member gets, a variable of the module gets, too.
void Reader::note_store(const Expression& target) {
  if (const auto* several = target.get_if<model::Sequence>()) {
    for (const Expression* element : several->elements) note_store(*element);
    return;
  }
  const auto* member = target.get_if<model::Name>();
  if (member == nullptr) return;
  const std::string_view called = symbols_.text(member->name);
  if (find_variable(called) != nullptr || called.starts_with("value ")) return;
  if (!is_tensor_member(called)) return open_member(member->name);
  const model::Symbol kept = symbols_.intern(std::string(called) + " (member)");
  auto* statement = make_statement<model::Assign>(target.range);
  const Expression* targets[] = {name(symbols_.text(kept), target.range)};
  statement->targets = module_.arena.copy(std::span<const Expression* const>(targets));
  statement->value = name(called, target.range);
  sink_->push_back(statement);
  if (std::ranges::find(stored_, member->name) == stored_.end()) stored_.push_back(member->name);
}

/// Somebody stores there what nobody follows, or may do so.
void Reader::open_member(model::Symbol name) { file_links_.open_members.push_back(name); }

/// Functions that are handed a member by its name may store into it.
void Reader::open_members(const std::vector<Argument>& given) {
  for (const Argument& argument : given) {
    if (const auto* field = argument.value.node->get_if<model::Attribute>()) {
      if (uses_torch_) open_member(field->name);
    } else if (const auto* member = argument.value.node->get_if<model::Name>();
               member != nullptr && is_tensor_member(symbols_.text(member->name))) {
      open_member(member->name);
    }
  }
}

/// The model holds a member there, of this object or of another one.
void Reader::note_member(const Expression*& place) {
  if (const auto* field = place->get_if<model::Attribute>()) {
    const auto* root = field->object->get_if<model::Name>();
    const bool is_object = root == nullptr || !symbols_.text(root->name).starts_with("torch");
    if (uses_torch_ && is_object) file_links_.members.push_back({.place = &place, .name = field->name});
  } else if (const auto* member = place->get_if<model::Name>();
             member != nullptr && is_tensor_member(symbols_.text(member->name))) {
    file_links_.members.push_back({.place = &place, .name = member->name});
  }
}

/// Behind a function, whose first member is given: where it stores itself, or asks where the tensor is, it knows more
/// than the others say. What it stores belongs to the module.
std::vector<model::Symbol> Reader::take_stores(std::size_t first_member) {
  const auto begin = file_links_.members.begin() + static_cast<std::ptrdiff_t>(first_member);
  const auto is_stored = [&](const LinkedMember& member) {
    return std::ranges::find(stored_, member.name) != stored_.end() ||
           std::ranges::find(placed_, member.name) != placed_.end();
  };
  file_links_.members.erase(std::remove_if(begin, file_links_.members.end(), is_stored), file_links_.members.end());
  std::vector<model::Symbol> kept;
  for (const model::Symbol member : stored_) {
    kept.push_back(symbols_.intern(std::string(symbols_.text(member)) + " (member)"));
    if (std::ranges::find(stored_members_, member) == stored_members_.end()) stored_members_.push_back(member);
  }
  stored_.clear();
  return kept;
}

/// For each member that the file stores into, a function that gives what it holds.
void Reader::add_stored_members() {
  for (const model::Symbol member : stored_members_) {
    const std::string called(symbols_.text(member));
    auto* statement = make_statement<model::Return>({});
    statement->value = name(called + " (member)", {});
    file_links_.functions.push_back(
        {.id = static_cast<std::uint32_t>(module_.functions.size()), .called = member, .owner = {}, .is_member = true});
    body_.push_back(new_function(called + " (stored)", {}, {}, {}, {statement}));
  }
}

}  // namespace syncfree::cxx
