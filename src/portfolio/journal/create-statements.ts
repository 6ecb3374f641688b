/** All parameters are sent as text, because database drivers convert numbers in different ways. */
const text = (parameter: string) => `cast(${parameter} as text)`
const number = (parameter: string) => `cast(${text(parameter)} as bigint)`

/** The names of the tables, and the expressions that differ between SQLite and Postgres. */
interface Dialect {
  readonly journals: string
  readonly lines: string
  /**
   * The current time in milliseconds. For SQLite, the time is always 0, so that leases never end, because file locks exclude
   * other processes instead.
   */
  readonly now: string
  /** The clause that makes a statement wait for other statements that change the same row. */
  readonly lock: string
  /** A returned column whose evaluation makes the statement wait until its changes are on the disk. */
  readonly durable: string
}

export type JournalStatements = ReturnType<typeof createStatements>

/**
 * Creates the statements, for SQLite by default. Each statement except `tables` is one transaction, because a pool may send the next
 * statement over another connection.
 */
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

/** Only the lines with the journal's current generation are valid. */
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

/** The comment on each statement lists its parameters, and then its result. */
function createHolderStatements({ journals, lines, now }: Dialect) {
  return {
    /** Parameters: name, ttl. Returns a row if the journal was free. */
    acquire: `
      insert into ${journals} as held (name, token, lease_end, closed, taken_over, generation)
      values (${text('$1')}, 1, ${now} + ${number('$2')}, 0, 0, 1)
      on conflict (name) do update
        set token = held.token + 1, lease_end = ${now} + ${number('$2')}, closed = 0, taken_over = 1 - held.closed
        where held.closed = 1 or held.lease_end <= ${now}
      returning token, taken_over, generation`,

    /** Parameters: name, token. Returns a row if the holder with this token still holds the journal. */
    selectHeld: `select token from ${journals} where ${heldCondition}`,

    /** Parameters: name, token, ttl. Returns a row if the holder with this token holds the journal. */
    renew: `update ${journals} set lease_end = ${now} + ${number('$3')} where ${heldCondition} returning token`,

    /**
     * Parameters: name, token, closed. For `closed`, 1 closes the journal, and 0 frees the journal as if its holder had been
     * killed.
     */
    release: `update ${journals} set closed = ${number('$3')}, lease_end = 0 where ${heldCondition}`,

    /** Parameter: name. Returns all lines, and whether a lease is valid. */
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
    /** Parameters: name, generation. Returns the position of the last line. */
    selectLastPosition: `select coalesce(max(position), 0) as last from ${lines} where ${generationCondition}`,

    /**
     * Parameters: name, token, generation, position, line. Returns a row if the holder with this token holds the journal. Fails
     * if there already is a line at the position.
     */
    append: `
      insert into ${lines} (journal, generation, position, line)
      select name, ${number('$3')}, ${number('$4')}, ${text('$5')} from ${journals} where ${heldCondition} ${lock}
      returning position${durable}`,

    /**
     * Parameters: name, token, generation. Makes this generation the current one, so that only its lines are valid. Returns a
     * row if the holder with this token holds the journal.
     */
    switchGeneration: `update ${journals} set generation = ${number('$3')} where ${heldCondition} returning generation${durable}`,

    /**
     * Parameters: name, token. Removes invalid lines, for example those of a holder that was killed before it switched to its
     * new generation.
     */
    deleteOtherGenerations: `
      delete from ${lines} where journal = ${text('$1')}
        and generation <> (select generation from ${journals} where ${heldCondition})`,

    /** Parameters: name, generation, first position. Returns up to 200 lines. */
    selectPage: `
      select position, line from ${lines} where ${generationCondition} and position >= ${number('$3')}
      order by position limit 200`,
  }
}
