import { useMutation } from '@tanstack/react-query'
import {
  type CreateEntityInput,
  entityTypes,
  InputValidationError,
} from 'entity-screening-sdk'
import type { ScreeningQueries } from 'entity-screening-sdk/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { Failure } from './notices.tsx'

/** The client checks what is sent before it is sent: the form has no rules of its own. */
export function CreateForm({ screening }: { screening: ScreeningQueries }) {
  const [type, setType] = useState<CreateEntityInput['type']>('organization')
  const {
    mutate: create,
    isPending,
    data: created,
    error,
  } = useMutation(screening.entities.create())
  const issues = InputValidationError.is(error) ? error.issues : []
  const issueOf = (field: string) =>
    issues.find(({ path }) => path[0] === field)?.message

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    create(readEntity(new FormData(form), type), { onSuccess: () => form.reset() })
  }

  return (
    <section aria-labelledby="create">
      <h2 id="create">Create an entity</h2>
      <form noValidate onSubmit={submit} aria-labelledby="create">
        <fieldset>
          <legend>Type</legend>
          {entityTypes.map(option => (
            <label key={option}>
              <input
                type="radio"
                name="type"
                checked={type === option}
                onChange={() => setType(option)}
              />
              {option}
            </label>
          ))}
        </fieldset>
        <Field name="name" label="Name" issue={issueOf('name')} />
        <Field name="countryCode" label="Country" issue={issueOf('countryCode')} />
        {type === 'organization' ? (
          <Field
            name="registration"
            label="Registration number"
            issue={issueOf('registration')}
          />
        ) : (
          <Field
            name="birthDate"
            label="Date of birth"
            type="date"
            issue={issueOf('birthDate')}
          />
        )}
        <button type="submit" disabled={isPending}>
          {isPending ? 'Creating …' : 'Create'}
        </button>
      </form>
      {error && issues.length === 0 && <Failure error={error} />}
      <p role="status">
        {created && `${created.name} is created, and its screening under way.`}
      </p>
    </section>
  )
}

interface FieldProperties {
  name: string
  label: string
  type?: 'text' | 'date'
  issue: string | undefined
}

function Field({ name, label, type = 'text', issue }: FieldProperties) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        autoComplete="off"
        aria-invalid={issue !== undefined}
        aria-describedby={issue && `${id}-issue`}
      />
      {issue && (
        <p id={`${id}-issue`} className="issue">
          {issue}
        </p>
      )}
    </div>
  )
}

/** An empty field is one that is left out. */
function readEntity(
  form: FormData,
  type: CreateEntityInput['type'],
): CreateEntityInput {
  const text = (field: string) => form.get(field)?.toString().trim() || undefined
  const shared = { name: text('name') ?? '', countryCode: text('countryCode') }
  return type === 'organization'
    ? { ...shared, type, registration: text('registration') }
    : { ...shared, type, birthDate: text('birthDate') }
}
