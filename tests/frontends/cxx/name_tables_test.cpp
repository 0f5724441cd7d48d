// The names of rules/cxx_names lead to rows of the catalog.
#include "frontends/cxx/name_tables.h"

#include <string>

#include <gtest/gtest.h>

#include "analyzer/catalog/catalog.h"
#include "analyzer/model/symbol.h"
#include "frontends/cxx/api_names.h"

namespace syncfree::cxx {
namespace SYNCFREE_FILE {

class NameTables : public testing::Test {
 protected:
  bool has(const std::string& path) const { return catalog_.find(path) != catalog::Catalog::kNowhere; }

  model::SymbolTable symbols_;
  catalog::Catalog catalog_{catalog::builtin_rows(), symbols_};
};

TEST_F(NameTables, FunctionsOfLibrariesAreInTheCatalog) {
  for (const auto& function : tables::kFunctions) EXPECT_TRUE(has(std::string(function.value))) << function.name;
  for (const FunctionFamily& family : tables::kFamilies) EXPECT_TRUE(has(std::string(family.path))) << family.space;
}

TEST_F(NameTables, TensorsOfAtenAreThoseOfTorch) {
  for (const std::string_view name : tables::kFunctionals)
    EXPECT_TRUE(has("torch.nn.functional." + std::string(name))) << name;
  for (const auto& element : tables::kElementTypes) EXPECT_TRUE(has("torch." + std::string(element.value)));
  for (const auto& property : tables::kProperties) EXPECT_TRUE(has("torch.Tensor." + std::string(property.value)));
  for (const std::string_view name : tables::kTakesOnlySizes)
    EXPECT_TRUE(has("torch.Tensor." + std::string(name))) << name;
}

TEST_F(NameTables, AreFoundByWhatTheyHold) {
  EXPECT_TRUE(tables::kCreations.has("zeros"));
  EXPECT_FALSE(tables::kCreations.has("zero"));
  EXPECT_EQ(*tables::kTypes.find("device_vector"), Type::kDeviceVector);
  EXPECT_EQ(tables::kTypes.find("no_type"), nullptr);
  EXPECT_TRUE(matches_any(tables::kChecksHolds, "TORCH_CHECK_EQ"));
  EXPECT_FALSE(matches_any(tables::kChecksHolds, "assertion"));
}

TEST_F(NameTables, HipIsAdvisedInItsOwnNames) {
  EXPECT_TRUE(names_hip("`hipMemcpy(d, h, n)` makes the host wait for the GPU"));
  EXPECT_FALSE(names_hip("`cudaMemcpy(ship, chip)`, `hipster`"));
  EXPECT_EQ(in_hip_names("cudaMemcpyAsync into pinned memory, and an event before the host reads it"),
            "hipMemcpyAsync into pinned memory, and an event before the host reads it");
  const std::string reason =
      in_hip_names("waits if the memory is pageable (cuMemcpyAsync); from source or documentation, unmeasured");
  EXPECT_EQ(reason, "waits if the memory is pageable; from source or documentation, unmeasured on HIP");
  EXPECT_EQ(in_hip_names(reason), reason);
  for (const auto& function : tables::kHipNames)
    EXPECT_TRUE(function.name.starts_with("cuda") && names_hip(function.value)) << function.name;
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::cxx
