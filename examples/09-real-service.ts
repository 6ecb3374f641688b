// Lists the entities of your team at the real service.
import {
  AuthenticationError,
  EntityScreening,
  EntityScreeningError,
} from 'entity-screening-sdk'

try {
  // The base URL and the key come from ENTITY_SCREENING_BASE_URL and
  // ENTITY_SCREENING_API_KEY.
  const client = new EntityScreening()
  const entities = await client.entities.list()
  const high = entities.filter(entity => entity.riskLevel === 'high')
  console.log(`${entities.length} entities, ${high.length} of high risk`)
} catch (error) {
  if (!EntityScreeningError.is(error)) throw error
  console.error(
    AuthenticationError.is(error)
      ? 'The service does not know this key.'
      : error.message,
  )
  process.exitCode = 1
}
