import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Network } from 'entity-screening-sdk'
import { toHtml, toSvg } from 'entity-screening-sdk/network'
import type { Stage } from './stage.ts'

/** Git ignores it. */
const folder = fileURLToPath(new URL('../../demo/', import.meta.url))

/** Draws a network, and writes the evidence on it as a page; returns where both are. */
export async function fileEvidence(
  { client }: Pick<Stage, 'client'>,
  network: Network,
): Promise<{ readonly picture: string; readonly report: string }> {
  const [picture, report] = [
    join(folder, 'network.svg'),
    join(folder, 'report.html'),
  ]
  const page = await toHtml({
    network,
    client,
    readAt: new Date(),
    computedAt: new Date(),
    note: 'Written by the demo: all findings are fictional.',
  })
  await mkdir(folder, { recursive: true })
  await writeFile(picture, await toSvg(network), { mode: 0o600 })
  await writeFile(report, page, { mode: 0o600 })
  return { picture: relative('', picture), report: relative('', report) }
}
