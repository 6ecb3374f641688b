import {
  type BeneficialOwner,
  findBeneficialOwners,
} from '../../src/network/beneficial/find-beneficial-owners.ts'
import { indexNetwork } from '../../src/network/graph/index-network.ts'
import { computeOwnership } from '../../src/network/ownership/compute-ownership.ts'
import { formatShare } from '../../src/network/share.ts'
import { toSentences } from '../../src/network/to-sentences.ts'
import { defineCommand } from '../definition/command.ts'
import { exampleId } from '../definition/help.ts'
import { numberFlags } from '../entities/entity-argument.ts'
import { exit } from '../failure.ts'
import { loadNetwork } from '../network/load-network.ts'
import { parseRule, readingFlags, readReadingOptions, ruleFlag } from '../network/rules.ts'
import { writeFindings } from '../network/write-findings.ts'
import type { TableColumn } from '../output/table.ts'

const flags = {
  ...numberFlags,
  rule: { ...ruleFlag.rule, description: `required: ${ruleFlag.rule.description}` },
  ...readingFlags,
}

export const ownersCommand = defineCommand({
  name: 'owners',
  usage: 'ID|NAME --rule RULE [flags]',
  about: `Finds the beneficial owners of an organization under a rule: natural persons who own or control enough of it, through chains, several holdings and cross-holdings. Where no owner is certain, the senior managers are named too. With --json, "findBeneficialOwners" and "ownership" are the results of the functions of the same name.
Decision support only: not legal advice, not clearance.`,
  flags,
  expects: null,
  examples: [`owners ${exampleId} --rule amld`, `owners ${exampleId} --rule amlr --json`],
  async run(call) {
    const rule = parseRule(call.flags.text('rule'))
    const { network } = await loadNetwork(call, { needsRoot: true })
    const index = indexNetwork(network, readReadingOptions(call.flags))
    const result = findBeneficialOwners(index, { rule })
    const ownership = computeOwnership(index)
    const { output } = call
    const headline = `Beneficial owners of ${result.name ?? result.id} (${rule.toUpperCase()})`
    const sentences = [...new Set([...toSentences(ownership), ...toSentences(result)])]
    if (call.isJson) await output.json({ findBeneficialOwners: result, ownership })
    else await writeFindings(output, headline, result.owners, columns, sentences)
    return exit.done
  },
})

const columns: readonly TableColumn<BeneficialOwner>[] = [
  { heading: 'NAME', cell: owner => owner.name, isName: true },
  { heading: 'STANDING', cell: owner => (owner.isCertain ? 'certain' : 'possible') },
  { heading: 'BY', cell: owner => owner.by.join(', ') },
  { heading: 'OWNS', cell: owner => formatShare(owner.effective) },
  { heading: 'ID', cell: owner => owner.id, isOptional: true },
]
