// Your application: lists the entities, and creates one. It has no key and no mock
// of its own.
import { EntityScreening } from 'entity-screening-sdk'

const client = new EntityScreening({ apiKey: null, baseUrl: '/screening' })
document.body.innerHTML = '<button>Screen Acme</button> <p role="status"></p>'
const status = document.querySelector('p')
const button = document.querySelector('button')

// Once: each call of create creates an entity.
const assess = async () => {
  const acme = { type: 'organization', name: '[sanctioned] Acme GmbH' } as const
  const created = await client.entities.create(acme)
  status?.append('Screening …')
  const { riskLabel } = await client.entities.waitForScreening(created, {
    every: 100,
  })
  status?.replaceChildren(`Acme: ${riskLabel}`)
}
button?.addEventListener('click', assess, { once: true })
