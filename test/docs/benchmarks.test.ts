import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const page = read('docs/internals/benchmarks.md')

it('docs/internals/benchmarks.md judges each target, and says why one is missed', () => {
  const targets = page.slice(page.indexOf('## Targets'), page.indexOf('## Server: requests'))
  const verdicts = [...targets.matchAll(/^\| .+ \| (met|missed) \|$/gm)].map(([, verdict]) => verdict)
  const [, met, all] = /(\d+) of (\d+) are met/.exec(targets) ?? []
  expect(verdicts).toHaveLength(Number(all))
  expect(verdicts.filter(verdict => verdict === 'met')).toHaveLength(Number(met))
  const missed = [...targets.matchAll(/^\| ([^|]+) \|.+\| missed \|$/gm)].map(([, what]) => what)
  const explained = [...targets.matchAll(/^- ([^:]+(?:: a list of one, beside fastify)?): /gm)].map(
    ([, what]) => what,
  )
  expect(explained).toEqual(missed)
  expect(targets).not.toContain('not looked into')
})
