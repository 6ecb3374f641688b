/** Parameters are text, because drivers convert numbers differently. */
const text = (parameter: string) => `cast(${parameter} as text)`
const number = (parameter: string) => `cast(${text(parameter)} as bigint)`

/** The names of the tables, and the parts in which SQL dialects differ. */
interface Dialect {
  readonly journals: string
  readonly lines: string
  /** The time in milliseconds, by which leases end. In SQLite none ends: the operating system keeps others out. */
  readonly now: string
  /** Makes a statement wait for another that changes the same row. */
  readonly lock: string
  /** A column that a write returns to be on the disk before it is acknowledged. */
  readonly durable: string
}

export type JournalStatements = ReturnType<typeof createStatements>

/** The statements for SQLite, or another dialect. Except `tables`, each is one transaction: a pool may send the next one over another connection. */
export function createStatements({ prefix = '', now = '0', lock = '', durable = '' } = {}) {
  const dialect = { journals: `${prefix}journals`, lines: `${prefix}journal_lines`, now, lock, durable }
  return {
    tables: createTables(dialect),
    ...createHolderStatements(dialect),
    ...createLineStatements(dialect),
  }
}

const heldCondition = `name = ${text('$1')} and token = ${number('$2')} and closed = 0`
const generationCondition = `journal = ${text('$1')} and generation = ${number('$2')}`

/** A line belongs to its journal while it has the journal's generation. */
function createTables({ journals, lines }: Dialect): string {
  return `
      create table ${journals} (
        name text primary key,
        token bigint not null,
        lease_end bigint not null,
        closed integer not null,
        taken_over integer not null,
        generation bigint not null
      );
      create table ${lines} (
        journal text not null references ${journals} (name) on delete cascade,
        generation bigint not null,
        position bigint not null,
        line text not null,
        primary key (journal, generation, position)
      );`
}

/** Each comment lists the parameters of a statement and its result. */
function createHolderStatements({ journals, lines, now }: Dialect) {
  return {
    /** name, ttl: a row if the journal was free. */
    take: `
      insert into ${journals} as held (name, token, lease_end, closed, taken_over, generation)
      values (${text('$1')}, 1, ${now} + ${number('$2')}, 0, 0, 1)
      on conflict (name) do update
        set token = held.token + 1, lease_end = ${now} + ${number('$2')}, closed = 0, taken_over = 1 - held.closed
        where held.closed = 1 or held.lease_end <= ${now}
      returning token, taken_over, generation`,

    /** name, token: a row while it is held. */
    held: `select token from ${journals} where ${heldCondition}`,

    /** name, token, ttl: a row while it is held. */
    renew: `update ${journals} set lease_end = ${now} + ${number('$3')} where ${heldCondition} returning token`,

    /** name, token, closed: 1 closes the journal; 0 frees it, as if its holder had been killed. */
    release: `update ${journals} set closed = ${number('$3')}, lease_end = 0 where ${heldCondition}`,

    /** name: each line, and whether a lease is valid, at one moment. */
    inspect: `
      select kept.position, kept.line,
        case when held.closed = 0 and held.lease_end > ${now} then 1 else 0 end as is_held
      from ${journals} held
      left join ${lines} kept on kept.journal = held.name and kept.generation = held.generation
      where held.name = ${text('$1')}
      order by kept.position`,
  }
}

function createLineStatements({ journals, lines, lock, durable }: Dialect) {
  return {
    /** name, generation: the position of its last line. */
    last: `select coalesce(max(position), 0) as last from ${lines} where ${generationCondition}`,

    /** name, token, generation, position, line: a row while it is held. The same statement fails the second time. */
    append: `
      insert into ${lines} (journal, generation, position, line)
      select name, ${number('$3')}, ${number('$4')}, ${text('$5')} from ${journals} where ${heldCondition} ${lock}
      returning position${durable}`,

    /** name, token, the next generation: a row while it is held. Its lines replace all others. */
    turn: `update ${journals} set generation = ${number('$3')} where ${heldCondition} returning generation${durable}`,

    /** name, token: removes lines of other generations, such as those of a holder that was killed before it turned to them. */
    clear: `
      delete from ${lines} where journal = ${text('$1')}
        and generation <> (select generation from ${journals} where ${heldCondition})`,

    /** name, generation, the first position: some lines. */
    page: `
      select position, line from ${lines} where ${generationCondition} and position >= ${number('$3')}
      order by position limit 200`,
  }
}
