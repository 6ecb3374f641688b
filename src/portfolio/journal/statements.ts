import { quoteSchema } from './tables.ts'

/** Each is one statement, for a pool may send the next one over another connection. */
export type Statements = ReturnType<typeof createStatements>

/** A lease counts from when the server renews it, by the server's clock: no holder's clock is compared with another's. */
const leaseEnd = (parameter: string) =>
  `clock_timestamp() + ${parameter}::text::float8 * interval '1 millisecond'`

const isoDate = (value: string) => `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** What is acknowledged is on the server's disk, even if it replies before that by default. */
const durable = `case when current_setting('synchronous_commit') = 'off'
  then set_config('synchronous_commit', 'on', true) end as durable`

export function createStatements(schema: string) {
  const journals = `${quoteSchema(schema)}.journals`
  const lines = `${quoteSchema(schema)}.journal_lines`
  return {
    /** name, ttl: a row where the journal was free. */
    take: `
      insert into ${journals} as held
        (name, token, lease_end, closed, taken_over, first_position, next_position)
      values ($1::text, 1, ${leaseEnd('$2')}, false, false, 1, 1)
      on conflict (name) do update
        set token = held.token + 1, lease_end = ${leaseEnd('$2')}, closed = false, taken_over = not held.closed
        where held.closed or held.lease_end <= clock_timestamp()
      returning id::text, token::text, taken_over::text, first_position::text, next_position::text`,

    /** name: until when it is held, and for how many milliseconds from now. */
    held: `
      select ${isoDate('lease_end')} as until,
        ceil(greatest(0, extract(epoch from lease_end - clock_timestamp()) * 1000))::bigint::text as remaining
      from ${journals} where name = $1::text`,

    /** id, token, ttl: a row where it is still held. */
    renew: `
      update ${journals} set lease_end = ${leaseEnd('$3')}
      where id = $1::text::bigint and token = $2::text::bigint and not closed
      returning token::text`,

    /**
     * id, token, ttl, the next position, where the lines begin, by how much the next position moves, lines as a JSON array.
     * A statement that a driver sends twice finds another next position the second time.
     */
    write: `
      with held as (
        update ${journals}
        set lease_end = ${leaseEnd('$3')}, next_position = next_position + $6::text::bigint
        where id = $1::text::bigint and token = $2::text::bigint and not closed
          and next_position = $4::text::bigint
        returning id
      ), kept as (
        insert into ${lines} (journal, position, line)
        select held.id, $5::text::bigint + given.number - 1, given.line
        from held, json_array_elements_text($7::text::json) with ordinality as given (line, number)
      )
      select count(*)::text as held, ${durable} from held`,

    /** id, token, ttl, the next position, by how much it moves: what was there is replaced by what was written behind it. */
    turn: `
      with held as (
        update ${journals}
        set lease_end = ${leaseEnd('$3')}, first_position = next_position,
          next_position = next_position + $5::text::bigint
        where id = $1::text::bigint and token = $2::text::bigint and not closed
          and next_position = $4::text::bigint
        returning id
      ), gone as (
        delete from ${lines} using held where journal = held.id and position < $4::text::bigint
      )
      select count(*)::text as held, ${durable} from held`,

    /** id, token: takes away what was written to replace the lines, by a holder that did not get to it. */
    clear: `
      delete from ${lines} using ${journals} held
      where held.id = $1::text::bigint and held.token = $2::text::bigint
        and journal = held.id and position >= held.next_position`,

    /** id, the first position and the one after the last: a page of at most some megabytes, and at least one line. */
    page: `
      select position::text, line from (
        select position, line, sum(octet_length(line)) over (order by position) - octet_length(line) as before
        from (
          select position, line from ${lines}
          where journal = $1::text::bigint and position >= $2::text::bigint and position < $3::text::bigint
          order by position limit 1000
        ) as next
      ) as page
      where before < 2000000 order by page.position`,

    /** id, token, whether it is given back for good: otherwise it is only free, as that of a killed holder. */
    release: `
      update ${journals}
      set closed = $3::text::boolean, lease_end = least(lease_end, clock_timestamp())
      where id = $1::text::bigint and token = $2::text::bigint and not closed`,

    /** name: token, end of the lease and each line, of one moment. */
    inspect: `
      select held.token::text, kept.line,
        case when not held.closed and held.lease_end > clock_timestamp()
          then ${isoDate('held.lease_end')} end as held_until
      from ${journals} held
      left join ${lines} kept
        on kept.journal = held.id
        and kept.position >= held.first_position and kept.position < held.next_position
      where held.name = $1::text
      order by kept.position`,
  }
}
