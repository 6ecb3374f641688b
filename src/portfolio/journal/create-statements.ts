/** Parameters are text: drivers differ in what they make of numbers. */
const text = (parameter: string) => `cast(${parameter} as text)`
const number = (parameter: string) => `cast(${text(parameter)} as bigint)`

/** In SQLite's words. Each but the tables is one transaction: a pool may send the next one over another connection. */
export function createStatements({
  /** In front of the name of each table. */
  prefix = '',
  /** The time in milliseconds, by which leases end. In SQLite none ends: the operating system keeps others out. */
  now = '0',
  /** Makes a statement wait for one that changes the same row. */
  lock = '',
  /** What a write returns to be on the disk before it is acknowledged. */
  durable = '',
} = {}) {
  const journals = `${prefix}journals`
  const lines = `${prefix}journal_lines`
  const isHeld = `name = ${text('$1')} and token = ${number('$2')} and closed = 0`
  const ofGeneration = `journal = ${text('$1')} and generation = ${number('$2')}`
  return {
    /** The tables. A line belongs to its journal while it has the journal's generation. */
    tables: `
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
      );`,

    /** name, ttl: a row if the journal was free. */
    take: `
      insert into ${journals} as held (name, token, lease_end, closed, taken_over, generation)
      values (${text('$1')}, 1, ${now} + ${number('$2')}, 0, 0, 1)
      on conflict (name) do update
        set token = held.token + 1, lease_end = ${now} + ${number('$2')}, closed = 0, taken_over = 1 - held.closed
        where held.closed = 1 or held.lease_end <= ${now}
      returning token, taken_over, generation`,

    /** name, token: a row while it is held. */
    held: `select token from ${journals} where ${isHeld}`,

    /** name, token, ttl: a row while it is held. */
    renew: `update ${journals} set lease_end = ${now} + ${number('$3')} where ${isHeld} returning token`,

    /** name, generation: the position of its last line. */
    last: `select coalesce(max(position), 0) as last from ${lines} where ${ofGeneration}`,

    /** name, token, generation, position, line: a row while it is held. The same statement fails the second time. */
    append: `
      insert into ${lines} (journal, generation, position, line)
      select name, ${number('$3')}, ${number('$4')}, ${text('$5')} from ${journals} where ${isHeld} ${lock}
      returning position${durable}`,

    /** name, token, the next generation: a row while it is held. The lines of that one take the place of all others. */
    turn: `update ${journals} set generation = ${number('$3')} where ${isHeld} returning generation${durable}`,

    /** name, token: removes lines of other generations, such as those of a holder that did not get to turn to them. */
    clear: `
      delete from ${lines} where journal = ${text('$1')}
        and generation <> (select generation from ${journals} where ${isHeld})`,

    /** name, generation, the first position: some lines. */
    page: `
      select position, line from ${lines} where ${ofGeneration} and position >= ${number('$3')}
      order by position limit 200`,

    /** name, token, 1 if it is released in good order: otherwise it is only free, as that of a killed holder. */
    release: `update ${journals} set closed = ${number('$3')}, lease_end = 0 where ${isHeld}`,

    /** name: whether a lease has not ended, and each line, of one moment. */
    inspect: `
      select kept.position, kept.line,
        case when held.closed = 0 and held.lease_end > ${now} then 1 else 0 end as is_held
      from ${journals} held
      left join ${lines} kept on kept.journal = held.name and kept.generation = held.generation
      where held.name = ${text('$1')}
      order by kept.position`,
  }
}
