//! The frame of a page that needs nothing from anywhere: style, head, sections, figures with their tables.

pub use grognard_picture::esc;
use std::fmt::Write as _;

/// The house's colours and letters; the reader's preference decides between light and dark.
const STYLE: &str = "
:root{--paper:#efe6d1;--card:#f9f3e4;--ink:#2a241d;--faint:#63574a;--rule:#d3c4a1;--accent:#8c2f22;--gold:#8a6410;--one:#2f5b9e;--two:#8a3f1c;--even:#7b6b4d;--bad:#8c2f22;--good:#2d6236;color-scheme:light}
@media(prefers-color-scheme:dark){:root{--paper:#1b1814;--card:#26221c;--ink:#ece2cd;--faint:#b3a68d;--rule:#423a2d;--accent:#d96f57;--gold:#dcb457;--one:#8fb4ea;--two:#e0a37c;--even:#a3957a;--bad:#d96f57;--good:#8fc795;color-scheme:dark}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 'Iowan Old Style','Palatino Linotype',Palatino,'URW Palladio L',Georgia,'Liberation Serif',serif}
main{max-width:72rem;margin:0 auto;padding:1rem}
h1{font-size:1.9rem;line-height:1.2;margin:.5rem 0}h2{font-size:1.35rem;margin:2rem 0 .5rem;border-bottom:2px solid var(--rule);padding-bottom:.2rem}h3{font-size:1.05rem;margin:0 0 .5rem}
p{max-width:44rem}.faint{color:var(--faint)}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,22rem),1fr));gap:1rem;align-items:start}
figure{margin:0;background:var(--card);border:1px solid var(--rule);border-radius:.4rem;padding:.8rem;min-width:0}
figure.wide{grid-column:1/-1}
figure svg{display:block;width:100%;height:auto}figure.wide>svg{max-width:34rem}
figcaption{font-size:.9rem;color:var(--faint);margin-top:.4rem}
svg text{font-family:'Avenir Next','Segoe UI','Helvetica Neue',Roboto,'Liberation Sans',Arial,sans-serif;fill:var(--ink)}
svg .faint{fill:var(--faint)}svg .axis{stroke:var(--rule);stroke-width:1}svg .nought{stroke:var(--faint)}svg .whisker{stroke:var(--ink);stroke-width:1.5;fill:none}svg .under{stroke:var(--card);stroke-width:4;fill:none;opacity:.75}svg .halo{paint-order:stroke;stroke:var(--card);stroke-width:3px}
svg .one{fill:var(--one)}svg .two{fill:var(--two)}svg .even{fill:var(--even)}svg .good{fill:var(--good)}svg .bad{fill:var(--bad)}
svg .line{fill:none;stroke:var(--accent);stroke-width:2}svg .thin{stroke-width:1.2;stroke-dasharray:4 3}svg .band{fill:var(--accent);opacity:.22}
.scroll{overflow-x:auto}.scroll+.grid{margin-top:1rem}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.6rem 0}.facts dt{color:var(--faint)}.facts dd{margin:0;overflow-wrap:anywhere}
table{border-collapse:collapse;font-size:.92rem;width:100%}th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid var(--rule);vertical-align:top}td.num,th.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
details{margin-top:.4rem}summary{cursor:pointer;color:var(--accent)}summary:focus-visible{outline:2px solid var(--accent)}
.key span{display:inline-block;width:.8em;height:.8em;border-radius:.15em;margin:0 .3em 0 .8em;vertical-align:-.05em}.key .one{background:var(--one)}.key .two{background:var(--two)}.key .even{background:var(--even)}
@media(max-width:40rem){.many{overflow:visible}.many table,.many tbody,.many tr,.many td{display:block}.many thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.many tr{border-bottom:2px solid var(--rule);padding:.35rem 0}.many td,.many td.num{display:flex;gap:1rem;justify-content:space-between;border:0;padding:.1rem 0;text-align:right;white-space:normal;overflow-wrap:anywhere}.many td::before{content:attr(data-head);color:var(--faint);text-align:left;flex:none}.many td:empty{display:none}}
.map{overflow-x:auto}.map svg{min-width:34rem}
@media print{body{background:#fff}}
";

/// A whole page.
#[must_use]
pub fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
         <title>{0}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{0}</h1>\n{body}</main>\n</body>\n</html>\n",
        esc(title)
    )
}

/// A picture with its caption, and with its figures as a table for those who do not see it.
#[must_use]
pub fn figure(title: &str, svg: &str, caption: &str, table: &str, wide: bool) -> String {
    let class = if wide { " class=\"wide\"" } else { "" };
    let table = if table.is_empty() { String::new() } else { format!("<details><summary>As a table</summary>{table}</details>") };
    format!("<figure{class}><h3>{}</h3>{svg}<figcaption>{caption}</figcaption>{table}</figure>\n", esc(title))
}

/// Tables with more columns do not fit a phone as they are: there each row becomes a small list of its own.
const FEW: usize = 3;

/// A table; columns whose head begins with `#` hold numbers.
#[must_use]
pub fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let class = |head: &str| if head.starts_with('#') { " class=\"num\"" } else { "" };
    let many = if heads.len() > FEW { " many" } else { "" };
    // Rows that are drawn as lists are still read out as rows of a table.
    let mut out = format!(
        "<div class=\"scroll{many}\" tabindex=\"0\" role=\"region\" aria-label=\"table\"><table role=\"table\"><thead role=\"rowgroup\"><tr role=\"row\">"
    );
    let name = |head: &str| esc(head.trim_start_matches('#'));
    for head in heads {
        let _ = write!(out, "<th scope=\"col\" role=\"columnheader\"{}>{}</th>", class(head), name(head));
    }
    out.push_str("</tr></thead><tbody role=\"rowgroup\">");
    for row in rows {
        out.push_str("<tr role=\"row\">");
        for (cell, head) in row.iter().zip(heads) {
            let _ = write!(out, "<td role=\"cell\" data-head=\"{}\"{}>{}</td>", name(head), class(head), esc(cell));
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div>");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_a_phone_the_rows_of_a_wide_table_are_lists_that_name_their_figures() {
        let cells = |n: usize| vec![(0..n).map(|i| i.to_string()).collect::<Vec<_>>()];
        let wide = table(&["figure", "#published", "#changed", "#difference"], &cells(4));
        assert!(
            wide.contains("class=\"scroll many\"")
                && wide.contains("<td role=\"cell\" data-head=\"changed\" class=\"num\">2</td>"),
            "{wide}"
        );
        assert!(!table(&["level", "#share"], &cells(2)).contains("many"));
        assert!(page("a", &wide).contains(".many td::before{content:attr(data-head)"));
    }
}
