"""The look of the web report. Colours are data, so that a test can compute their contrast in both themes."""

from __future__ import annotations

from collections.abc import Mapping

LIGHT: Mapping[str, str] = {
    "paper": "#fcfbf8", "raised": "#ffffff", "sunken": "#f3f0ea", "ink": "#1f1d1a", "soft": "#5d5850",
    "rule": "#ded8cd", "link": "#1c4f8c", "grid": "#e4dfd5",
    "proved": "#1b683c", "conditional": "#7d5400", "refuted": "#ab2a1f", "undecided": "#545a69",
    "proved-wash": "#e7f2e9", "conditional-wash": "#faf0d9", "refuted-wash": "#fbe9e5", "undecided-wash": "#eceef2",
}
DARK: Mapping[str, str] = {
    "paper": "#16181c", "raised": "#1d2025", "sunken": "#23272d", "ink": "#e8e5de", "soft": "#aca79c",
    "rule": "#383d45", "link": "#8fbcf2", "grid": "#30353c",
    "proved": "#80d19b", "conditional": "#ecbf62", "refuted": "#ff9d8f", "undecided": "#b4bccb",
    "proved-wash": "#1b3325", "conditional-wash": "#382d14", "refuted-wash": "#40211d", "undecided-wash": "#2a2f38",
}


RULES = """
*, *::before, *::after { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto } }
body {
  margin: 0 auto; padding: 0 1.25rem 5rem; max-width: 60rem;
  background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.6 Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif;
  font-variant-numeric: oldstyle-nums; overflow-wrap: break-word; hanging-punctuation: first last;
}
nav, table, .meta, .tile, .legend, .kicker, summary, dt, caption, figcaption, footer, .status, .say, svg text {
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif;
  font-variant-numeric: lining-nums tabular-nums;
}
code { font: .9em/1.4 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
a code { white-space: nowrap }
math { font-family: "STIX Two Math", "Cambria Math", "Latin Modern Math", math; font-size: 1.08em }
td math, th math, dt math, caption math, figcaption math { font-size: 1.18em }
.k { white-space: nowrap }
math:has(mtable, mfrac) { margin-block: .2rem }
mtd { padding: .18em .45em }
a { color: var(--link); text-decoration-thickness: .06em; text-underline-offset: .18em }
:focus-visible { outline: .15rem solid var(--link); outline-offset: .15rem; border-radius: .15rem }
.skip { position: absolute; left: -100rem }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--raised); z-index: 1 }

header { padding: 4.5rem 0 1.5rem }
.kicker { margin: 0; color: var(--soft); font-size: .8125rem; letter-spacing: .08em; text-transform: uppercase }
h1, h2, h3, h4 { line-height: 1.2; text-wrap: balance; font-weight: 600 }
h1 { margin: .5rem 0 1rem; font-size: clamp(1.85rem, 1.3rem + 2.6vw, 2.9rem); letter-spacing: -.015em }
h2 { margin: 4.5rem 0 1rem; padding-top: 1.1rem; border-top: 2px solid var(--ink); font-size: 1.65rem }
h3 { margin: 3rem 0 .75rem; color: var(--soft); font-size: 1.15rem; font-weight: 500 }
h4 { margin: 0; font-size: 1.2rem }
p, li, dd { max-width: 42rem }
p { margin: .75rem 0 }
.headline { margin: 0 0 1rem; font-weight: 600 }
.lead { font-size: 1.2rem; line-height: 1.5 }
nav ul { display: flex; flex-wrap: wrap; gap: .4rem 1.5rem; margin: 0; padding: .75rem 0; list-style: none;
  border-block: 1px solid var(--rule); font-size: .9375rem }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.menu { position: fixed; right: 1rem; bottom: 1rem; z-index: 1; padding: .6rem 1.1rem; border: 1px solid var(--rule);
  border-radius: 2rem; background: var(--raised); color: var(--link); font: 600 1rem/1.2 system-ui, sans-serif;
  box-shadow: 0 0 .6rem var(--rule); cursor: pointer }
#index { overflow: hidden auto; overscroll-behavior: contain; border: 0; background: var(--raised); color: var(--ink);
  scrollbar-width: thin }
#index:popover-open { position: fixed; inset: auto 0 0 0; width: auto; max-width: none; height: 55vh; margin: 0;
  padding: .5rem 1rem 1rem; border-top: 1px solid var(--soft) }
#index ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); gap: 0 .5rem; border: 0;
  padding: .2rem 0 }
#index .say { margin: .5rem 0 0; color: var(--soft) }
#index li a { display: flex; align-items: center; gap: .45rem; padding: .18rem 0; text-decoration: none }
#index li a:hover code { text-decoration: underline }
#index code { min-width: 0; overflow-wrap: anywhere; white-space: normal; font-size: .8125rem }
#index .badge { position: relative; padding: .2rem .3rem; font-size: .75rem }
@media screen and (min-width: 72rem) {
  .indexed { display: grid; grid-template-columns: 15rem minmax(0, 1fr); column-gap: 2.5rem; max-width: 78rem;
    padding-bottom: 0 }
  .indexed > footer { padding-bottom: 3rem }
  .indexed > * { grid-column: 2; min-width: 0 }
  .menu { display: none }
  #index { display: block; grid-column: 1; grid-row: 1 / span 4; position: sticky; inset: 0 auto auto; width: auto;
    height: 100vh; margin: 0; padding: 1rem .5rem 1rem 0; background: transparent }
  #index ul { display: block }
}

.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(12.5rem, 1fr)); gap: .75rem; margin: 1.5rem 0;
  padding: 0; list-style: none }
.tile { padding: .9rem 1rem; border-radius: .5rem; border-left: .3rem solid; font-size: .875rem; line-height: 1.45 }
.tile b { display: block; font-size: 2.1rem; font-weight: 650; line-height: 1.1 }
.tile strong { font-size: .9375rem }
.tile span { display: block; color: var(--ink) }
.proved { color: var(--proved); background: var(--proved-wash) }
.conditional { color: var(--conditional); background: var(--conditional-wash) }
.refuted { color: var(--refuted); background: var(--refuted-wash) }
.undecided { color: var(--undecided); background: var(--undecided-wash) }
.badge { display: inline-flex; align-items: center; gap: .35em; padding: .1rem .6rem .1rem .45rem; border-radius: 1rem;
  font-size: .8125rem; font-weight: 600; white-space: nowrap }
.icon { width: .95em; height: .95em; flex: none; fill: none; stroke: currentColor; stroke-width: 2.4;
  stroke-linecap: round; stroke-linejoin: round }

.claim, .erratum { margin: 1rem 0; background: var(--raised); border: 1px solid var(--rule); border-radius: .6rem }
.erratum { padding: 1.35rem 1.5rem 1.1rem; scroll-margin-top: 1rem }
article { padding: 0 1.5rem 1.1rem; scroll-margin-top: 5rem }
.claim { margin: .5rem 0 }
.claim > summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem .9rem; width: auto;
  padding: .6rem 1.5rem; color: var(--ink) }
.claim > summary > h4 { flex: 1 1 18rem; min-width: 0 }
.claim > summary > code { color: var(--soft) }
.claim[open] > summary { margin: 0; padding-top: 1.2rem }
.claim:has(:target), .erratum:target { border-color: var(--link); box-shadow: 0 0 0 1px var(--link) }
.meta { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem .9rem; margin: .5rem 0 .9rem;
  color: var(--soft); font-size: .875rem; max-width: none }
.status { margin: 1rem 0 0; color: var(--soft); font-size: .875rem; max-width: none }
.status span + span::before { content: "· " }
.statement { font-size: 1.125rem }
.statement, .call p, dd { overflow: auto hidden; padding-block: .1rem }
.erratum h3 { margin: 0; color: var(--ink); font-weight: 600 }
.erratum .meta { margin-bottom: .7rem }
.call { margin: 1rem 0; padding: .7rem 1rem .8rem; border-radius: .4rem; border-left: .2rem solid }
.call p, .call dl { margin: .15rem 0 0; color: var(--ink) }
.say, .call .say { margin: 0; color: inherit; font-size: .8125rem; font-weight: 650; letter-spacing: .02em }
dl.facts { display: grid; margin: 0;
  grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1rem; align-items: baseline }
dl.facts dt { max-width: 9rem; color: var(--soft); font-size: .8125rem; line-height: 1.4 }
dl.facts dd { margin: 0; min-width: 0 }

.wide { overflow-x: auto; margin: 1rem 0; padding-bottom: .1rem; scrollbar-width: thin }
table { border-collapse: collapse; width: 100%; font-size: .875rem; line-height: 1.45 }
caption { padding: 0 0 .35rem; color: var(--soft); font-size: .8125rem; font-weight: 650; text-align: left }
th, td { padding: .4rem .9rem .4rem 0; border-top: 1px solid var(--rule); text-align: left; vertical-align: top }
thead th { color: var(--soft); font-size: .8125rem; font-weight: 500 }
tbody th { font-weight: 500 }
th[scope=rowgroup] { padding-top: .9rem; font-weight: 650 }
details { margin: .9rem 0 0 }
details table { min-width: 40rem }
.steps th:first-child { width: 42% }
details caption { color: var(--ink) }
summary { width: fit-content; cursor: pointer; color: var(--link); font-size: .875rem; font-weight: 500 }
details[open] > summary { margin-bottom: .6rem }

.bar { display: flex; height: .6rem; margin: 1rem 0 .5rem; border-radius: .3rem; overflow: hidden;
  background: var(--sunken) }
.bar i { background: var(--proved) }
.legend { display: flex; flex-wrap: wrap; gap: .4rem 1.4rem; margin: 1rem 0; padding: 0; list-style: none;
  color: var(--soft); font-size: .875rem }
.legend li { display: inline-flex; align-items: center; gap: .5rem }
.legend svg { flex: none }
figure { margin: 1.5rem 0 2.5rem }
figcaption { max-width: 42rem; margin-top: .75rem; color: var(--soft); font-size: .875rem; line-height: 1.5 }
figcaption b { color: var(--ink) }
.panels { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; margin-bottom: .75rem }
.panel { flex: 1 1 15rem; max-width: 19rem }
.panel svg { width: 100%; height: auto }
.shades svg { width: 15rem; margin-bottom: .5rem }
.graph { display: grid; grid-template-columns: minmax(0, 1fr) 17rem; gap: 0 2rem; align-items: start }
.graph .wide { margin: 0; order: -1 }
.graph .legend { position: sticky; top: 1rem; flex-direction: column }
svg { display: block }
svg.icon, .legend svg { display: inline-block }
.plot { width: 100%; min-width: 38rem; height: auto }
svg text { fill: var(--soft); font-size: 12px }
svg .name { fill: var(--ink) }
svg a text { fill: var(--link) }
.axis { fill: none; stroke: var(--soft) }
.tick { fill: none; stroke: var(--grid) }
.curve { fill: none; stroke: var(--link); stroke-width: 1.6 }
.dot { fill: var(--link); stroke: var(--paper); stroke-width: .8 }
.ring { fill: var(--paper); stroke: var(--link); stroke-width: 1.6 }
.curve.hue-1, .ring.hue-1 { stroke: var(--refuted) }
.curve.hue-2, .ring.hue-2 { stroke: var(--conditional) }
.curve.hue-3, .ring.hue-3 { stroke: var(--proved) }
.curve.hue-0, .ring.hue-0 { stroke: var(--link) }
.dot.hue-1 { fill: var(--refuted) }
.dot.hue-2 { fill: var(--conditional) }
.dot.hue-3 { fill: var(--proved) }
.kin { fill: var(--link); opacity: 0; pointer-events: none }
.node:hover .kin, .node:focus-within .kin { opacity: .16 }
.level { fill: none; stroke: var(--ink); stroke-width: .8; stroke-dasharray: 3 3 }
svg .on { fill: var(--ink); paint-order: stroke; stroke: var(--raised); stroke-width: 4px; stroke-linejoin: round }
.arc { fill: none; stroke: var(--soft); stroke-width: 1.1; opacity: .55 }
.later { stroke-dasharray: 4 3 }
.node:hover .arc, .node:focus-within .arc { stroke: var(--link); stroke-width: 2.2; opacity: 1 }
.node:hover .back, .node:focus-within .back { fill: var(--sunken) }
.back { fill: transparent }
.part { fill: var(--soft) }
.pill-proved { fill: var(--proved) } .pill-conditional { fill: var(--conditional) }
.pill-refuted { fill: var(--refuted) } .pill-undecided { fill: var(--undecided) }
.mark { fill: none; stroke: var(--paper); stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round }
.grounded { fill: var(--ink); stroke: var(--ink) }
.leaning { fill: var(--paper); stroke: var(--ink); stroke-width: 1.3 }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--rule); color: var(--soft);
  font-size: .875rem }

@media (max-width: 40rem) {
  body { padding: 0 1rem 3rem; font-size: 1rem }
  header { padding-top: 2.5rem }
  .erratum { padding: 1.1rem 1rem .9rem }
  article { padding: 0 1rem .9rem; scroll-margin-top: 8rem }
  .claim > summary { padding: .6rem 1rem }
  dl.facts { gap: .3rem .75rem }
  dl.facts dt { max-width: 4.5rem }
  .graph { grid-template-columns: minmax(0, 1fr) }
  .graph .wide { order: 1 }
  .graph .legend { position: static }
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)) }
  .tile { padding: .75rem .8rem }
}
@media print {
  :root { color-scheme: light }
  body { max-width: none; padding: 0; font-size: 10pt }
  nav, .skip, .menu { display: none }
  .claim::details-content { content-visibility: visible; display: block }
  #errata > h2, #claims > h2 { break-before: page }
  h2, h3, h4, .meta, caption { break-after: avoid }
  .erratum, figure, tr { break-inside: avoid }
  .wide { overflow: visible }
  .proved, .conditional, .refuted, .undecided, .bar, .bar i, svg { print-color-adjust: exact;
    -webkit-print-color-adjust: exact }
  a { color: inherit; text-decoration: none }
}
"""


def css() -> str:
    """The style sheet. Paper is printed in the light theme."""
    light, dark = (" ".join(f"--{name}: {value};" for name, value in theme.items()) for theme in (LIGHT, DARK))
    return (
        f":root {{ color-scheme: light dark; {light} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}"
        f"{RULES}"
    )
