'use client'

import { TriangleAlert } from 'lucide-react'
import type { Route } from 'next'
import { Link } from '#components/ui/link.tsx'
import { useState } from 'react'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { formatCount } from '#lib/client/format.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import type { ConnectClient } from '#lib/snippets/connect/connect-client.ts'
import { readServerAddress, warnOfAddress, warnOfWindow } from './model/server-address.ts'

/** The model that the lines name, and the address of this server for the client. */
export function ModelStep({
  client,
  models,
  model,
  onModel,
  address,
  onAddress,
}: {
  client: ConnectClient
  /** Of the type that the client needs; null: it needs none, undefined: not known yet. */
  models: readonly Model[] | null | undefined
  model: Model | undefined
  onModel: (id: string) => void
  address: string
  onAddress: (address: string) => void
}) {
  return (
    <>
      <div className="grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-2">
        {models !== null && <ModelField models={models} model={model} onModel={onModel} />}
        <AddressField address={address} onAddress={onAddress} />
      </div>
      <div role="status" className="flex flex-col gap-1 empty:hidden">
        <Warning text={models === null ? null : warnOfWindow(model?.context_window ?? null, client)} />
        <Warning text={warnOfAddress(address, client)} />
      </div>
    </>
  )
}

function ModelField({
  models,
  model,
  onModel,
}: {
  models: readonly Model[] | undefined
  model: Model | undefined
  onModel: (id: string) => void
}) {
  if (models === undefined) return <p className="self-center text-muted">Loading models…</p>
  if (model === undefined) {
    return (
      <p className="self-center text-soft">
        There is no model of this type yet.{' '}
        <Link href="/models" className="text-accent-text underline underline-offset-2">
          Add one
        </Link>
      </p>
    )
  }
  return (
    <Field label="Model" help={<Facts model={model} />}>
      {ids => (
        <NativeSelect
          {...ids}
          choices={models.map(({ id }) => ({ value: id, label: id }))}
          value={model.id}
          onChange={onModel}
        />
      )}
    </Field>
  )
}

function Facts({ model }: { model: Model }) {
  const facts = factsOf(model).join(' · ')
  if (model.state !== 'not_downloaded') return facts
  return (
    <>
      {facts} · Not downloaded, so requests fail.{' '}
      <Link href={`/models/${model.id}` as Route} className="text-accent-text underline underline-offset-2">
        Download it first
      </Link>
    </>
  )
}

function factsOf({ type, context_window: contextWindow, input, state }: Model): string[] {
  const facts = [
    contextWindow === undefined
      ? 'Context window unknown'
      : `Context window of ${formatCount(contextWindow)} tokens`,
    type === 'chat' && (input?.includes('image') ? 'Reads images' : 'No images'),
    state === 'downloading' && 'Downloading',
    state === 'not_configured' && 'Its provider is not configured',
  ]
  return facts.filter(fact => fact !== false)
}

function AddressField({ address, onAddress }: { address: string; onAddress: (address: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const isValid = typed === null || readServerAddress(typed) !== null
  return (
    <Field
      label="Address of this server"
      help="As the client reaches it"
      error={isValid ? null : 'Enter a URL that begins with http:// or https://.'}
    >
      {ids => (
        <Input
          {...ids}
          type="url"
          spellCheck={false}
          value={typed ?? address}
          onChange={event => {
            setTyped(event.target.value)
            const read = readServerAddress(event.target.value)
            if (read !== null) onAddress(read)
          }}
        />
      )}
    </Field>
  )
}

function Warning({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <p className="flex gap-2 text-warn">
      <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0">{text}</span>
    </p>
  )
}
