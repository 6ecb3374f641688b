import type { Network } from 'entity-screening-sdk'
import { holds, networkOf, relate } from '../networks.ts'

/** Names that are markup, or no text at all, to one format or another. */
export const nastyNames: readonly string[] = [
  '<script>window.harmed = true</script>',
  '<img src=x onerror="window.harmed = true">',
  '</text></svg><svg onload="window.harmed = true">',
  '" onload="window.harmed = true',
  "' onmouseover='window.harmed = true",
  ']]> <!-- --> <![CDATA[ <?xml ?>',
  '&lt;b&gt; &amp; &#60;script&#62; &nbsp;',
  'javascript:window.harmed=true',
  '"] --> n9["x',
  'end',
  '%%{init: {"securityLevel": "loose"}}%%',
  '`**bold**` _it_',
  '1. first',
  '- item',
  '# heading; #quot;',
  'fa:fa-car $$x^2$$',
  'click n0 call alert()',
  '\\"] \\N \\l',
  '"; } graph {',
  '$&$1$`',
  'two\nlines\r\nand\u2028more\u0085of\u000bthem',
  'bell \u0007 null \u0000 escape \u001b[31m',
  '\ud800 half \udc00 of \ufffe a \uffff pair',
  '\u202egnp.exe\u2066',
  '株式会社三菱東京',
  'شركة النفط الوطنية',
  '👨‍👩‍👧‍👦 e\u0301',
  '   ',
  '',
]

/** A company, and one owner with each of the names, who says it again in a role. */
export function networkOfNastyNames(): Network {
  const owners = nastyNames.map((_, at) => `O${at}`)
  const network = networkOf([
    ...owners.map((owner, at) =>
      relate(owner, 'A', 'RoleRelationship', { keyPosition: nastyNames[at] ?? null }),
    ),
    ...owners.map(owner => holds([owner, 'A', 0.01])),
  ])
  const names = new Map(owners.map((owner, at) => [owner, nastyNames[at]]))
  return {
    ...network,
    nodes: network.nodes.map(node => ({ ...node, name: names.get(node.id) ?? node.name })),
  }
}
