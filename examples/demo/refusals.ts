import {
  type BulkEntityInput,
  type BulkSummary,
  EntityScreening,
  EntityScreeningError,
} from 'entity-screening-sdk'
import { gap, heading, labelled } from './page.ts'
import type { Stage } from './stage.ts'

/** What a bulk creation came to, with the service's line for each row that it refused. */
export function showSummary(
  label: string,
  { successCount, errorCount, errors }: BulkSummary,
): void {
  labelled(label, `${successCount} created, ${errorCount} refused`)
  for (const { message } of errors) labelled('', message, 'yellow')
}

export async function showRefusals({ client, url }: Stage): Promise<void> {
  heading('7. When something is wrong')
  labelled(
    'you send',
    'TIDEGLASS LOGISTICS GMBH once more, beside Larkspur Bearings AB',
  )
  const summary = await client.entities.createBulk([
    {
      type: 'organization',
      name: 'TIDEGLASS LOGISTICS GMBH',
      countryCode: 'Germany',
    },
    { type: 'organization', name: 'Larkspur Bearings AB', countryCode: 'Sweden' },
  ])
  showSummary('you get', summary)
  gap()
  labelled('you send', 'an organization in "Korea", which names two countries')
  const ambiguous: BulkEntityInput = {
    type: 'organization',
    name: 'Haneul Paper Mills Co., Ltd.',
    countryCode: 'Korea',
  }
  await showRefusal(
    () => client.entities.createBulk([ambiguous]),
    'before anything is sent',
  )
  gap()
  labelled('you send', 'a key that the service does not know')
  const stranger = new EntityScreening({ apiKey: 'not-a-key', baseUrl: url })
  await showRefusal(() => stranger.entities.list(), 'from the service')
}

async function showRefusal(
  call: () => PromiseLike<unknown>,
  where: string,
): Promise<void> {
  const error = await catchRefusal(call)
  labelled('you get', `${error.name}, ${where}`)
  labelled('', error.message, 'yellow')
}

async function catchRefusal(
  call: () => PromiseLike<unknown>,
): Promise<EntityScreeningError> {
  try {
    await call()
  } catch (error) {
    if (EntityScreeningError.is(error)) return error
    throw error
  }
  throw new Error('a call that should have been refused was answered')
}
