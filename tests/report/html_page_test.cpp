// Rule pages in the HTML report.
#include "analyzer/report/html_page.h"

#include <string_view>
#include <utility>

#include <gtest/gtest.h>

namespace syncfree::report {
namespace SYNCFREE_FILE {

TEST(HtmlPage, Blocks) {
  for (const auto& [page, html] : {
           std::pair{"## What it finds\n\nOne\ntwo.\n", "<h5>What it finds</h5>\n<p>One two.</p>\n"},
           std::pair{"* a\n  b\n* c\n", "<ul>\n<li>a b</li>\n<li>c</li>\n</ul>\n"},
           std::pair{"```python\nx = a < b\n# no heading\n```\n",
                     "<pre class=\"source\">x = a &lt; b\n# no heading\n</pre>\n"},
           std::pair{"| a | b |\n| --- | --- |\n| 1 | 2 |\n",
                     "<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>1</td><td>2</td></tr>\n</table>\n"},
           std::pair{"`a*b` **is** [there](x.md), 2 * 3 [1] `open",
                     "<p><code>a*b</code> <b>is</b> there, 2 * 3 [1] `open</p>\n"},
           std::pair{"<script>", "<p>&lt;script&gt;</p>\n"},
           std::pair{"```\nopen", "<pre class=\"source\">open\n</pre>\n"},
           std::pair{"", ""},
       })
    EXPECT_EQ(html_page(page), html) << page;
}

}  // namespace SYNCFREE_FILE
}  // namespace syncfree::report
