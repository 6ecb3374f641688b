import { type BeneficialOwner, beneficialOwners } from '../../src/network/beneficial/beneficial-owners.ts'
import { explain } from '../../src/network/explain.ts'
import { indexNetwork } from '../../src/network/graph/index-network.ts'
import { percent } from '../../src/network/graph/share.ts'
import { ownershipOf } from '../../src/network/ownership/ownership-of.ts'
import { exit } from '../definition/command.ts'
import { defineCommand } from '../definition/define.ts'
import { exampleId } from '../example-ids.ts'
import { loadRootedNetwork } from '../network/load.ts'
import { readingFlags, readingOf, ruleFlag, ruleOf } from '../network/rules.ts'
import { writeSentences } from '../network/sentences.ts'
import type { Column } from '../output/column-widths.ts'
import { writeRows } from '../output/rows.ts'

export const owners = defineCommand({
  name: 'owners',
  usage: 'ID [flags]',
  about: `Finds the beneficial owners of an organization under a rule: natural persons who own or control enough of it, through chains, several holdings and cross-holdings. Where no owner is certain, the senior managers are named too. With --json, "beneficialOwners" and "ownership" are the results of the functions of the same name.
Decision support only: not legal advice, not clearance.`,
  flags: { ...ruleFlag, ...readingFlags },
  examples: [`owners ${exampleId}`, `owners ${exampleId} --rule amld --json`],
  async run(call) {
    const rule = ruleOf(call.flags.text('rule'))
    const { network } = await loadRootedNetwork(call, 'owners')
    const index = indexNetwork(network, readingOf(call.flags))
    const result = beneficialOwners(index, { rule })
    const ownership = ownershipOf(index)
    const { output } = call
    if (call.isJson) {
      await output.json({ beneficialOwners: result, ownership })
      return exit.done
    }
    await output.line(`Beneficial owners of ${result.name ?? result.id} (${rule.toUpperCase()})`)
    await output.line('')
    if (result.owners.length > 0) {
      await writeRows(output, result.owners, columns)
      await output.line('')
    }
    await writeSentences(output, [...new Set([...explain(ownership), ...explain(result)])])
    return exit.done
  },
})

const columns: readonly Column<BeneficialOwner>[] = [
  { heading: 'NAME', cell: owner => owner.name, isName: true },
  { heading: 'STANDING', cell: owner => (owner.isCertain ? 'certain' : 'possible') },
  { heading: 'BY', cell: owner => owner.by.join(', ') },
  { heading: 'OWNS', cell: owner => percent(owner.effective) },
  { heading: 'ID', cell: owner => owner.id, isOptional: true },
]
