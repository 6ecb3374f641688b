import { EntityScreening } from 'entity-screening-sdk'
import type {
  EntityChange,
  Journal,
  LeasedJournal,
  WatchChange,
  WatchEvent,
  WatchOptions,
} from 'entity-screening-sdk/portfolio'
import type { ComparedEntity } from '../../../src/portfolio/monitoring/diff/entities.ts'

/** What a test says of an entity of a team that it makes up. */
export interface Listed {
  readonly id: string
  readonly name?: string
  readonly caseStatus?: string
  readonly riskLevel?: string
  readonly riskScore?: number
}

/** An entity as the service lists it (specification: Entity). */
export function wireOf({ id, name = `Name of ${id}`, caseStatus = 'IN_PROGRESS', ...risk }: Listed) {
  const { riskLevel = 'Low Risk', riskScore = 10 } = risk
  return {
    ...{
      id,
      name,
      type: 'organization',
      caseStatus,
      registration: 'HRB 7',
      countryCode: 'DE',
      riskLevel,
      riskScore,
    },
    ...{ platformId: '0'.repeat(32), lastUpdate: 'Jan 1, 2025', dueDate: '-' },
    ...{ createdAt: '2025-01-01T00:00:00.000Z', updatedAt: '2025-01-01T00:00:05.000Z' },
  }
}

/** A team whose list is what the test sets last; a function answers in place of it. */
export function createListedTeam(first: readonly Listed[]) {
  let listed: readonly Listed[] | (() => Response | Promise<Response>) = first
  let asked = 0
  const client = new EntityScreening({
    apiKey: 'a-key-of-a-test',
    baseUrl: 'https://screening.example',
    maxRetries: 0,
    logLevel: 'off',
    async fetch() {
      asked += 1
      return typeof listed === 'function' ? listed() : Response.json(listed.map(wireOf))
    },
  })
  return {
    client,
    asked: () => asked,
    set(next: typeof listed) {
      listed = next
    },
  }
}

/** A journal in memory that one holder has at a time. */
export function createStore(lines: string[] = []) {
  let holder = 0
  let isHeld = false
  let lose = () => {}
  return {
    lines,
    lose: () => lose(),
    open(): LeasedJournal {
      if (isHeld) throw new Error('is in use by another process')
      isHeld = true
      holder += 1
      const token = holder
      const lost = new AbortController()
      lose = () => {
        holder += 1
        isHeld = false
        lost.abort(new Error('the lease is lost'))
      }
      const check = () => {
        if (token !== holder) throw new Error('the lease is lost')
      }
      return {
        token,
        isTakenOver: false,
        leaseLost: lost.signal,
        check,
        async *read() {
          yield* lines
        },
        async append(line) {
          check()
          lines.push(line)
        },
        async replace(next) {
          check()
          lines.splice(0, lines.length, ...next)
        },
        async close() {
          if (token === holder) isHeld = false
        },
      }
    },
  }
}

/** Runs of a watch of which one dies at the step `fatal`: before what it writes or tells gets through, or after it. */
export function createMortalRuns(side: 'before' | 'after', fatal: number) {
  const lines: string[] = []
  const told: WatchEvent[] = []
  let steps = 0
  return {
    lines,
    told,
    isSurvivor: () => fatal > steps,
    /** Dead for the rest of the run: nothing is written, nothing gets through. */
    async run(watch: (parts: MortalParts) => Promise<unknown>): Promise<void> {
      const dead = new Error('killed')
      let isDead = false
      const die = () => {
        steps += 1
        isDead ||= steps === fatal
        return isDead
      }
      const through = (act: () => void) => {
        if (side === 'before' ? die() : isDead) throw dead
        act()
        if (side === 'after' && die()) throw dead
      }
      const state: Journal = {
        read: async () => [...lines],
        append: async line => through(() => lines.push(line)),
      }
      const onChange = (event: WatchEvent) => through(() => told.push(event))
      await watch({ giveUpAfter: 0, state, onChange }).catch(error => {
        if (!isDead) throw error
      })
    },
  }
}

type MortalParts = Required<Pick<WatchOptions, 'giveUpAfter' | 'state' | 'onChange'>>

/** Each event once, however often it was delivered. */
export function unique(events: readonly WatchEvent[]): WatchEvent[] {
  return [...new Map(events.map(event => [event.id, event])).values()]
}

type State = Map<string, Record<string, unknown>>

/**
 * What the changes make of what there was, by identifier.
 *
 * @throws Error where a change does not begin with what is there: one is missing, or told twice.
 */
export function replay(before: State, changes: readonly WatchChange[]): State {
  const state = new Map(before)
  for (const change of changes) if (!('hit' in change)) apply(state, change)
  return state
}

/** All that `diff` compares. */
export function stateOf(entities: readonly ComparedEntity[]): State {
  return new Map(entities.map(entity => [entity.id, factsOf(entity)]))
}

/** Entities as the client has them. */
export function listedState(listed: readonly Listed[]): State {
  return stateOf(
    listed.map(given => {
      const { riskLevel: riskLabel, ...wire } = wireOf(given)
      const riskLevel = riskLabel.split(' ')[0]?.toLowerCase() ?? null
      return { ...wire, riskLevel, dueDate: null }
    }),
  )
}

function factsOf(entity: ComparedEntity): Record<string, unknown> {
  const { name, type, countryCode, registration, riskLevel, riskScore, caseStatus, dueDate } = entity
  return { name, type, countryCode, registration, riskLevel, riskScore, caseStatus, dueDate }
}

function apply(state: State, change: EntityChange<ComparedEntity>): void {
  const known = state.get(change.id)
  if (change.kind === 'entity_new' && 'entity' in change) {
    if (known !== undefined) throw new Error(`${change.id} came twice`)
    state.set(change.id, factsOf(change.entity))
    return
  }
  if (known === undefined) throw new Error(`${change.id} is not there: ${change.kind}`)
  if ('entity' in change) {
    state.delete(change.id)
    return
  }
  const field = fieldOf(change.kind)
  if (known[field] !== change.before) throw new Error(`${change.id}: ${change.kind} from ${change.before}`)
  state.set(change.id, { ...known, [field]: change.after })
}

function fieldOf(kind: string): string {
  const [, stem = ''] =
    /^(risk_level|risk_score|case_status|due_date|type|registration|country|name)/.exec(kind) ?? []
  const fields: Record<string, string> = { country: 'countryCode' }
  return fields[stem] ?? stem.replace(/_(.)/, (_, letter: string) => letter.toUpperCase())
}
