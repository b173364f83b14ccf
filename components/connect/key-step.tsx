'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '#components/ui/link.tsx'
import { useState } from 'react'
import { ListState } from '#components/console-kit/list-state.tsx'
import { Problem } from '#components/console-kit/problem.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { listTeamKeys, makeTeamKey } from '#components/keys/model/team-keys.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { shellLiteral } from '#lib/snippets/literals.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import type { TeamKey } from '#lib/contracts/console/keys.ts'
import { type ConnectClient, type ConnectWay, keyPlaceholder } from '#lib/snippets/connect/connect-client.ts'
import { CodeBlock } from './code-lines.tsx'
import { daysValid, defaultModelFor, toNewKey } from './model/new-key.ts'

/** The key whose first request the page waits for. */
export interface ConnectKey {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  /** Shown once; null for a key that was created before. */
  readonly token: string | null
}

/** The client that the key is for. */
interface KeyPurpose {
  readonly client: ConnectClient
  readonly way: ConnectWay
  /** The model that its lines name; undefined: not known yet, or there is none. */
  readonly model: Model | undefined
}

const scopeList = new Intl.ListFormat('en')

const sources = [
  { value: 'create', label: 'New key' },
  { value: 'choose', label: 'Existing key' },
] as const

/** Creates a key for the client, or chooses one of the member's own. */
export function KeyStep({
  purpose,
  value,
  onChange,
}: {
  purpose: KeyPurpose
  value: ConnectKey | null
  onChange: (key: ConnectKey | null) => void
}) {
  const { way } = purpose
  const [source, setSource] = useState<'create' | 'choose'>('create')
  const keys = useQuery({ queryKey: ['team-keys'], queryFn: listTeamKeys })
  if (value?.token) return <NewKey key={value.id} name={value.name} token={value.token} keyIn={way.keyIn} />
  const own = keys.data?.keys.filter(key => isUsable(key, way)) ?? []
  return (
    <>
      {own.length > 0 && (
        <Segmented
          label="API key"
          choices={sources}
          value={source}
          className="self-start"
          onChange={chosen => {
            setSource(chosen)
            onChange(null)
          }}
        />
      )}
      {source === 'create' || own.length === 0 ? (
        <CreateKey purpose={purpose} onCreated={onChange} />
      ) : (
        <ListState query={keys}>
          {() => <ChooseKey keys={own} value={value} keyIn={way.keyIn} onChange={onChange} />}
        </ListState>
      )}
    </>
  )
}

/** Whether a key has the scopes that the client needs. */
export function allows({ scopes }: Pick<ConnectKey, 'scopes'>, way: ConnectWay): boolean {
  return way.scopes.every(scope => scopes.includes(scope))
}

/** Own keys that are active and have the scopes that the client needs. */
function isUsable({ kind, yours, state, scopes }: TeamKey, way: ConnectWay): boolean {
  return kind === 'api' && yours && state === 'active' && allows({ scopes }, way)
}

function CreateKey({ purpose, onCreated }: { purpose: KeyPurpose; onCreated: (key: ConnectKey) => void }) {
  const { client, way } = purpose
  const defaultModel = defaultModelFor(purpose)
  const queries = useQueryClient()
  const [typed, setTyped] = useState<string | null>(null)
  const { busy, problem, problemOf, submitForm } = useSubmit(['name'])
  const name = typed ?? way.id
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={submitForm(async () => {
        onCreated(await createKey(name, purpose))
        await queries.invalidateQueries({ queryKey: ['team-keys'] })
      })}
    >
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Key name" error={problemOf('name')} className="flex-1 basis-48">
          {ids => (
            <Input
              {...ids}
              required
              maxLength={100}
              value={name}
              onChange={event => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="go" disabled={busy} focusableWhenDisabled>
          Create key
        </Button>
      </div>
      <p className="text-xs text-muted">
        For {scopeList.format(way.scopes)}, valid for {daysValid} days.{' '}
        {defaultModel !== null && (
          <>
            Default model: <code>{defaultModel}</code>, because {client.name} asks for models of its own
            too.{' '}
          </>
        )}
        <Link href="/team/keys" className="text-accent-text underline-offset-2 hover:underline">
          Create one with other limits
        </Link>
      </p>
      {problem !== null && <Problem text={problem} />}
    </form>
  )
}

async function createKey(name: string, purpose: KeyPurpose): Promise<ConnectKey> {
  const { key, token } = await makeTeamKey(toNewKey(name, { ...purpose, now: Date.now() }))
  return { id: key.id, name: key.name, scopes: key.scopes, token }
}

function ChooseKey({
  keys,
  value,
  keyIn,
  onChange,
}: {
  keys: readonly TeamKey[]
  value: ConnectKey | null
  keyIn: ConnectWay['keyIn']
  onChange: (key: ConnectKey | null) => void
}) {
  const choices = keys.map(({ id, name, prefix, last4 }) => ({
    value: id,
    label: `${name} (${prefix}…${last4})`,
  }))
  return (
    <>
      <NativeSelect
        aria-label="Existing key"
        choices={[{ value: '', label: 'Choose a key' }, ...choices]}
        value={value?.id ?? ''}
        onChange={id => {
          const key = keys.find(each => each.id === id)
          onChange(key ? { id, name: key.name, scopes: key.scopes, token: null } : null)
        }}
      />
      <p className="text-xs text-muted">
        Sextant stores only a hash of this key.{' '}
        {keyIn === 'environment' ? (
          <>
            Set <code>SEXTANT_API_KEY</code> to the key that you saved.
          </>
        ) : (
          <>
            Replace <code>{keyPlaceholder}</code> in step 3 with the key that you saved.
          </>
        )}
      </p>
    </>
  )
}

const shells = [
  { value: 'posix', label: 'macOS, Linux' },
  { value: 'powershell', label: 'PowerShell' },
] as const

function NewKey({ name, token, keyIn }: { name: string; token: string; keyIn: ConnectWay['keyIn'] }) {
  const [shell, setShell] = useState<'posix' | 'powershell'>('posix')
  return (
    <>
      {keyIn === 'environment' ? (
        <>
          <p className="text-soft">Copy this line and run it now. The key is shown only once.</p>
          <Segmented
            label="Shell"
            choices={shells}
            value={shell}
            onChange={setShell}
            className="self-start"
          />
          <CodeBlock label="API key" place={name} language="bash" code={toVariable[shell](token)} />
        </>
      ) : (
        <>
          <p className="text-soft">The lines of step 3 have the key. It is shown only once.</p>
          <CodeBlock label="API key" place={name} language="bash" code={token} />
        </>
      )}
      <p className="text-xs">
        <Link href="/team/keys" className="text-accent-text underline-offset-2 hover:underline">
          Edit limits
        </Link>
      </p>
    </>
  )
}

const toVariable = {
  posix: (token: string) => `export SEXTANT_API_KEY=${shellLiteral(token)}`,
  powershell: (token: string) => `$env:SEXTANT_API_KEY = '${token.replaceAll("'", "''")}'`,
}
