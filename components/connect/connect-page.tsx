'use client'

import { useQuery } from '@tanstack/react-query'
import { Braces, Check, Globe, Terminal } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { type ReactNode, useId, useState } from 'react'
import { TeamFrame } from '#components/console-kit/team-frame.tsx'
import { ManagedElsewhere } from '#components/console-kit/managed-elsewhere.tsx'
import { useApi } from '#components/playground/form/api-context.tsx'
import { ButtonLink } from '#components/ui/button/button-link.tsx'
import { modelsQuery } from '#lib/client/models.ts'
import type { Model, ModelKind } from '#lib/contracts/api/models.ts'
import { type ConnectClient, listClients } from './clients.ts'
import { CodeBlock } from './code-lines.tsx'
import { allows, type ConnectKey, KeyStep } from './key-step.tsx'
import { FirstRequest } from './first-request.tsx'

/** Connects a client: its key, its lines for this server, and the first request as it arrives. */
export function ConnectPage() {
  const { baseUrl, createsKeys } = useApi()
  const models = useQuery(modelsQuery)
  const clients = listClients({
    baseUrl,
    chatModel: findModel(models.data, 'chat') ?? 'MODEL_ID',
    rerankModel: findModel(models.data, 'rerank') ?? 'MODEL_ID',
  })
  const [client, choose] = useClient(clients)
  const [made, setKey] = useState<ConnectKey | null>(null)
  if (client === undefined) return null
  const key = made !== null && allows(made, client) ? made : null
  return (
    <TeamFrame
      title="Connect"
      actions={
        <ButtonLink href="/reference" variant="plain" className="max-sm:hidden">
          All endpoints
        </ButtonLink>
      }
    >
      <div className="pt-4">
        <h2 className="text-lg font-semibold tracking-tight">Connect a client</h2>
        <p className="mt-0.5 text-soft">
          Point an OpenAI, Cohere or Firecrawl client at Sextant. Two values change: the base URL and the API
          key.
        </p>
      </div>
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-5 lg:grid-cols-[264px_minmax(0,1fr)]">
        <ClientList clients={clients} chosen={client} onChoose={choose} />
        <div className="flex min-w-0 flex-col">
          <Step
            number={1}
            title={createsKeys ? 'Create or choose an API key' : 'Get an API key'}
            done={key !== null}
          >
            {createsKeys ? (
              <KeyStep client={client} value={key} onChange={setKey} />
            ) : (
              <ManagedElsewhere what="API keys are managed" />
            )}
          </Step>
          <Step
            number={2}
            title={client.install === null ? 'Set the base URL' : `Save the program as ${client.setUp.place}`}
          >
            {client.install !== null && (
              <CodeBlock
                label="Install command"
                lines={{ place: 'Install the package', language: 'bash', code: client.install }}
              />
            )}
            <CodeBlock label="Setup" lines={client.setUp} />
          </Step>
          <Step number={3} title="Send the first request" last>
            <p className="text-soft">Run it in the shell that has the key:</p>
            <CodeBlock label="First request" lines={client.send} />
            {createsKeys && <FirstRequest key={key?.id ?? 'none'} apiKey={key} />}
          </Step>
        </div>
      </div>
    </TeamFrame>
  )
}

/** The default model of a type, also while it is not downloaded: the first request downloads it. */
function findModel(models: readonly Model[] | undefined, kind: ModelKind): string | undefined {
  const ofKind = models?.filter(({ type }) => type === kind) ?? []
  const ready = ofKind.find(({ state = 'ready' }) => state === 'ready')
  return (ofKind.find(model => model.default) ?? ready ?? ofKind[0])?.id
}

/** The chosen client, and in the URL, so that other pages can link to it. */
function useClient(clients: readonly ConnectClient[]) {
  // The URL alone would be late: the router reads it in a transition, and the chosen one would jump back for a moment.
  const [chosen, setChosen] = useState(useSearchParams().get('client'))
  const choose = ({ id }: ConnectClient) => {
    setChosen(id)
    history.replaceState(null, '', `/connect?client=${id}`)
  }
  return [clients.find(({ id }) => id === chosen) ?? clients[0], choose] as const
}

const icons = { bash: Terminal, python: Braces, typescript: Braces } as const

function ClientList({
  clients,
  chosen,
  onChoose,
}: {
  clients: readonly ConnectClient[]
  chosen: ConnectClient
  onChoose: (client: ConnectClient) => void
}) {
  const name = useId()
  return (
    <fieldset
      aria-label="Client"
      className="flex min-w-0 flex-col gap-1 max-lg:grid max-lg:grid-cols-2 max-sm:grid-cols-1"
    >
      {clients.map(client => {
        const Icon = client.id === 'firecrawl' ? Globe : icons[client.setUp.language]
        return (
          <label
            key={client.id}
            className="relative flex items-center gap-2.5 rounded-lg border border-transparent py-1.5 pr-2.5 pl-2 hover:bg-hover has-checked:border-accent-line has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              name={name}
              checked={client.id === chosen.id}
              onChange={() => onChoose(client)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span
              aria-hidden
              className="grid size-8 shrink-0 place-items-center rounded-md border border-line-strong bg-raised text-soft"
            >
              <Icon size={16} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{client.name}</span>
              <span className="block truncate text-xs text-muted">{client.about}</span>
            </span>
            {client.id === chosen.id && <Check size={16} aria-hidden className="text-accent-text" />}
          </label>
        )
      })}
    </fieldset>
  )
}

function Step({
  number,
  title,
  done = false,
  last = false,
  children,
}: {
  number: number
  title: string
  done?: boolean
  last?: boolean
  children: ReactNode
}) {
  return (
    <section aria-label={title} className="flex gap-4 max-sm:gap-3">
      <div aria-hidden className="flex flex-col items-center gap-1.5">
        <span
          className={`grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold ${done ? 'bg-ok-soft text-ok' : 'border border-control text-soft'}`}
        >
          {done ? <Check size={14} /> : number}
        </span>
        {!last && <span className="mb-1.5 w-px flex-1 bg-line-strong" />}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-2 pb-6">
        <h3 className="text-base font-semibold">{title}</h3>
        {children}
      </div>
    </section>
  )
}
