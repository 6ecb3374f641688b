import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const page = read('docs/internals/benchmarks.md')

it('docs/internals/benchmarks.md judges each target, and explains why one is missed', () => {
  const targets = page.slice(
    page.indexOf('## Targets'),
    page.indexOf('\n## ', page.indexOf('## Targets') + 1),
  )
  const verdicts = [...targets.matchAll(/^\| .+ \| (met|missed) \|$/gm)].map(([, verdict]) => verdict)
  const [, met, all] = /(\d+) of (\d+) are met/.exec(targets) ?? []
  expect(verdicts).toHaveLength(Number(all))
  expect(verdicts.filter(verdict => verdict === 'met')).toHaveLength(Number(met))
  const missed = [...targets.matchAll(/^\| ([^|]+) \|.+\| missed \|$/gm)].map(([, name]) => `- ${name}: `)
  const explanations = targets.match(/^- .+$/gm) ?? []
  expect(explanations).toHaveLength(missed.length)
  for (const [index, beginning] of missed.entries()) expect(explanations[index]).toContain(beginning)
  expect(targets).not.toContain('not looked into')
})
