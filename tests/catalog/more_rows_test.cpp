// Rows that are text, behind those of the program.
#include "analyzer/catalog/more_rows.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "analyzer/catalog/catalog.h"

namespace syncfree::catalog {
namespace SYNCFREE_FILE {

TextRow function(std::string name, std::string result, std::vector<TextBlock> blocks = {}) {
  TextCall call{
      .parameters = {"x", "dim=None", "*", "flag=False"}, .result = std::move(result), .blocks = std::move(blocks)};
  return {.name = std::move(name), .kind = NodeKind::kFunction, .call = std::move(call)};
}

std::vector<std::string> faults_of(TextRow row) {
  const auto texts = std::make_shared<const TextRows>(TextRows{std::move(row)});
  const std::shared_ptr<const TextRows> all[] = {texts};
  return MoreRows(builtin_rows(), all, {}).faults();
}

TEST(MoreRows, ReadsWhatTheSummarizerWrites) {
  for (const char* result :
       {"anything", "tensor(device=join, element=floating, rank=2)", "tensor(device=cuda, rank=at_least(1))",
        "tuple(tensor(device=join), none)", "list(one_of(tensor(device=cpu), integer))", "dict(tensor(device=join))",
        "iterator(anything)", "device(caller)", "dtype", "instance(torch.nn.Linear, device=join)", "tuple", "list",
        "array(device=cpu)", "tuple_of(integer)", "one_of(boolean, integer, floating, string)"}) {
    EXPECT_EQ(faults_of(function("pack.f", result)), std::vector<std::string>()) << result;
  }
}

TEST(MoreRows, TellsWhatCannotBeRead) {
  const auto one_fault = [](const std::string& result) {
    const std::vector<std::string> faults = faults_of(function("pack.f", result));
    return faults.size() == 1 ? faults.front() : std::to_string(faults.size()) + " faults";
  };
  EXPECT_EQ(one_fault("tensor(device=moon)"), "pack.f: `moon` is no device");
  EXPECT_EQ(one_fault("tensor(element=heavy)"), "pack.f: `heavy` is no element type");
  EXPECT_EQ(one_fault("tensor(rank=many)"), "pack.f: `many` is no rank");
  EXPECT_EQ(one_fault("tuple(none"), "pack.f: `tuple(none` cannot be read from character 11 on");
  EXPECT_EQ(one_fault("none none"), "pack.f: `none none` cannot be read from character 6 on");
  EXPECT_EQ(one_fault("list()"), "pack.f: `list` lacks an argument");
  EXPECT_EQ(one_fault("surprise"), "pack.f: `surprise` is no result");
  EXPECT_EQ(one_fault(std::string(40, '(') + "none" + std::string(40, ')')).substr(0, 7), "pack.f:");
}

TEST(MoreRows, TellsConditionsThatCannotBeRead) {
  const auto with = [](std::string when) {
    return faults_of(
        function("pack.f", "none", {{.rule = "SF506", .when = std::move(when), .reason = "", .call = ""}}));
  };
  EXPECT_TRUE(with("on_device(dim) or any_device()").empty());
  EXPECT_TRUE(with("any_device() and perhaps").empty());
  EXPECT_TRUE(with("(device(dim) or device(flag)) and not none(dim)").empty());
  EXPECT_TRUE(with("(on_device(dim) or any_device()) and none(dim) and not true(flag)").empty());
  EXPECT_TRUE(with("always and (absent(dim) or not equals(dim, mean))").empty());
  EXPECT_TRUE(with("boolean(dim) or floating(dim) or host_number(dim) or equals(flag, 0)").empty());
  EXPECT_TRUE(with("true(dim.mode) and not equals(dim.mode, sum)").empty());
  EXPECT_EQ(with("true(size.mode)"), std::vector<std::string>{"pack.f: there is no parameter `size`"});
  EXPECT_EQ(with("none(size)"), std::vector<std::string>{"pack.f: there is no parameter `size`"});
  EXPECT_EQ(with("sometimes"), std::vector<std::string>{"pack.f: `sometimes` is no condition"});
  std::string many = "always";
  for (int i = 0; i < 20; ++i) many += " or always";
  EXPECT_EQ(with(many).size(), 1);
}

TEST(MoreRows, AClassThatNobodyKnowsMayBeAnything) {
  EXPECT_TRUE(faults_of(function("pack.f", "instance(other.Net)")).empty());
}

TEST(MoreRows, WhatIsMeasuredStays) {
  TextRow row = function("torch.relu", "string");
  row.call->parameters = {"input"};
  const auto texts = std::make_shared<const TextRows>(TextRows{row, function("pack.f", "string")});
  const std::shared_ptr<const TextRows> all[] = {texts};
  const MoreRows rows(builtin_rows(), all, {});
  model::SymbolTable symbols;
  const Catalog catalog(rows.rows(), symbols);
  EXPECT_EQ(catalog.row(catalog.find("torch.relu")).operation->result->form, ResultForm::kTensor);
  EXPECT_EQ(catalog.row(catalog.find("pack.f")).operation->result->form, ResultForm::kPlain);
  EXPECT_EQ(catalog.row(catalog.find("pack")).kind, NodeKind::kNamespace);
  EXPECT_TRUE(catalog.row(catalog.find("pack")).gives_way);
}

TEST(MoreRows, NoClassIsABaseOfItself) {
  TextRow one{.name = "pack.One", .kind = NodeKind::kClass};
  TextRow two{.name = "pack.Two", .kind = NodeKind::kClass};
  one.bases = {"pack.Two"};
  two.bases = {"pack.One"};
  const auto texts = std::make_shared<const TextRows>(TextRows{one, two});
  const std::shared_ptr<const TextRows> all[] = {texts};
  const MoreRows rows(builtin_rows(), all, {});
  EXPECT_EQ(rows.faults(), std::vector<std::string>{"pack.Two: is a base of itself"});
  model::SymbolTable symbols;
  const Catalog catalog(rows.rows(), symbols);
  EXPECT_EQ(catalog.child(catalog.find("pack.One"), symbols.intern("nothing")), Catalog::kNowhere);
}

TEST(MoreRows, NoClassHasVeryManyAncestors) {
  // Each has both of the level above, so the ways double; and a long chain.
  TextRows texts;
  const auto add = [&](const std::string& name, std::vector<std::string> bases) {
    TextRow row{.name = name, .kind = NodeKind::kClass};
    row.bases = std::move(bases);
    texts.push_back(std::move(row));
  };
  for (int i = 1; i < 60; ++i) {
    const std::string above = std::to_string(i - 1);
    add("pack.A" + std::to_string(i), {"pack.A" + above, "pack.B" + above});
    add("pack.B" + std::to_string(i), {"pack.A" + above, "pack.B" + above});
  }
  for (int i = 1; i < 50'000; ++i) add("pack.C" + std::to_string(i), {"pack.C" + std::to_string(i - 1)});
  const std::shared_ptr<const TextRows> all[] = {std::make_shared<const TextRows>(std::move(texts))};
  const MoreRows rows(builtin_rows(), all, {});
  EXPECT_FALSE(rows.faults().empty());
  model::SymbolTable symbols;
  const Catalog catalog(rows.rows(), symbols);
  for (const char* name : {"pack.A59", "pack.C49999"})
    EXPECT_EQ(catalog.child(catalog.find(name), symbols.intern("nothing")), Catalog::kNowhere);
}

TEST(MoreRows, OtherNamesAndBasesLeadOn) {
  TextRow net{.name = "pack.core.Net", .kind = NodeKind::kClass};
  net.bases = {"torch.nn.Module", "nobody.Knows"};
  const auto texts = std::make_shared<const TextRows>(
      TextRows{{.name = "pack.Net", .alias_of = "pack.core.Net"}, {.name = "pack.Gone", .alias_of = "pack.none"}, net});
  const std::shared_ptr<const TextRows> all[] = {texts};
  const MoreRows rows(builtin_rows(), all, {});
  model::SymbolTable symbols;
  const Catalog catalog(rows.rows(), symbols);
  const std::uint32_t found = catalog.find("pack.Net");
  EXPECT_EQ(catalog.row(found).name, "pack.core.Net");
  EXPECT_TRUE(catalog.derives(found, catalog.find("torch.nn.Module")));
}

TEST(MoreRows, MeasuredMethodsGoBeforeThoseThatOverrideThem) {
  const auto klass = [](std::string name, std::string base) {
    TextRow row{.name = std::move(name), .kind = NodeKind::kClass};
    row.bases.push_back(std::move(base));
    return row;
  };
  const auto texts = std::make_shared<const TextRows>(TextRows{
      klass("pack.Net", "torch.nn.Module"), klass("pack.Small", "pack.Net"), klass("pack.Other", "builtins.object"),
      function("pack.Net.to", "none"), function("pack.Small.to", "none"), function("pack.Small.eval", "none"),
      function("pack.Small.modules", "none"), function("pack.Other.to", "none")});
  const std::shared_ptr<const TextRows> all[] = {texts};
  const MoreRows more(builtin_rows(), all, {});
  ASSERT_EQ(more.faults(), std::vector<std::string>());
  model::SymbolTable symbols;
  const Catalog catalog(more.rows(), symbols);
  const auto operation = [&](std::string_view name) { return catalog.row(catalog.find(name)).operation; };
  EXPECT_EQ(operation("pack.Net.to"), operation("torch.nn.Module.to"));
  EXPECT_EQ(operation("pack.Small.to"), operation("torch.nn.Module.to"));
  // What gives back its object goes before, too: the override does not say where that is.
  EXPECT_EQ(operation("pack.Small.eval"), operation("torch.nn.Module.eval"));
  EXPECT_EQ(operation("pack.Small.modules")->name, "pack.Small.modules");
  EXPECT_EQ(operation("pack.Other.to")->name, "pack.Other.to");
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::catalog
