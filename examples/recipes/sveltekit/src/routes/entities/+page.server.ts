// Reads the list on the server, at each request.
import { EntityScreening } from 'entity-screening-sdk'
import { env } from '$env/dynamic/private'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async () => {
  const { ENTITY_SCREENING_BASE_URL: baseUrl, ENTITY_SCREENING_API_KEY: apiKey } =
    env
  return {
    entities: await new EntityScreening({ baseUrl, apiKey }).entities.list(),
  }
}
