// What names say of how often a test holds. The mark at a line is the temperature of the wait that stands there.
#include "analyzer/flow/seldom_words.h"

#include "tests/context/marked_code.h"

namespace syncfree {
namespace SYNCFREE_FILE {

using test::MarkedCode;

class SeldomWords : public testing::TestWithParam<MarkedCode> {};

TEST_P(SeldomWords, MakeCodeCooler) { test::expect_heat(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Names, SeldomWords, testing::Values(MarkedCode{"of_periods_and_rounds", R"(
def train(optimizer, loss: Tensor, loader, part, log_every, logging_steps, catalog_size, printFreq, LOG_EVERY):
    for k, batch in enumerate(loader):
        loss.backward()
        optimizer.step()
        if k % log_every == 0:
            print(loss.item())  # cold
        if k % logging_steps == 0:
            print(loss.item())  # cold
        if k % printFreq == 0:
            print(loss.item())  # cold
        if k % LOG_EVERY == 0:
            print(loss.item())  # cold
        if part.compressed:
            print(loss.item())  # hot
        if part.key_pressed():
            print(loss.item())  # cold
        if part % catalog_size == 0:
            print(loss.item())  # hot
        if step == total_steps - 1:
            print(loss.item())  # cold
        if step == iterator_kind:
            print(loss.item())  # hot
)"}),
                         test::name_of);

}  // namespace SYNCFREE_FILE
}  // namespace syncfree
