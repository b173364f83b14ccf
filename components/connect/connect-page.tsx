'use client'

import { skipToken, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { type ReactNode, useCallback, useState } from 'react'
import { TeamFrame } from '#components/console-kit/team-frame.tsx'
import { ManagedElsewhere } from '#components/console-kit/managed-elsewhere.tsx'
import { useApi } from '#components/playground/form/api-context.tsx'
import { ButtonLink } from '#components/ui/button/button-link.tsx'
import { modelsQuery } from '#lib/client/models.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import { connectClients } from '#lib/snippets/connect/all-clients.ts'
import {
  type ConnectClient,
  type ConnectWay,
  modelPlaceholder,
} from '#lib/snippets/connect/connect-client.ts'
import { ClientList } from './client-list.tsx'
import { FirstRequest } from './first-request.tsx'
import { allows, type ConnectKey, KeyStep } from './key-step.tsx'
import { LinesStep, SendBlock } from './lines-step.tsx'
import { listRecentClients } from './model/recent-clients.ts'
import { ModelStep } from './model-step.tsx'

/** Connects a client: a model, a key, the client's lines for this server, and its first request as it arrives. */
export function ConnectPage() {
  const { baseUrl, createsKeys } = useApi()
  const { client, way, choose } = useChosen()
  const { models, model, setModel } = useModel(way)
  const recent = useQuery({
    queryKey: ['requests', 'clients'],
    queryFn: createsKeys ? listRecentClients : skipToken,
  })
  const [address, setAddress] = useState(baseUrl)
  const [made, setKey] = useState<ConnectKey | null>(null)
  const [received, setReceived] = useState<string | null>(null)
  const key = made !== null && allows(made, way) ? made : null
  const keyId = key?.id ?? null
  const isReceived = received !== null && received === keyId
  const onReceived = useCallback(() => setReceived(keyId), [keyId])
  const contextWindow = model?.context_window ?? null
  const lines = way.lines({
    address,
    model: model?.id ?? modelPlaceholder,
    contextWindow,
    readsImages: model?.input?.includes('image') ?? false,
    apiKey: key?.token ?? null,
  })
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
          Point a client of OpenAI, Anthropic, Cohere, Firecrawl or MCP at Sextant. Two values change: the
          base URL and the API key.
        </p>
      </div>
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-5 lg:grid-cols-[264px_minmax(0,1fr)]">
        <ClientList
          clients={connectClients}
          recent={recent.data ?? []}
          chosen={client}
          onChoose={chosen => choose(chosen.ways[0])}
        />
        <div className="flex min-w-0 flex-col">
          <Step
            number={1}
            title={models === null ? 'Check the address' : 'Choose a model'}
            done={models === null || model !== undefined}
          >
            <ModelStep
              client={client}
              models={models}
              model={model}
              onModel={setModel}
              address={address}
              onAddress={setAddress}
            />
          </Step>
          <Step
            number={2}
            title={createsKeys ? 'Create or choose an API key' : 'Get an API key'}
            done={key !== null}
          >
            {createsKeys ? (
              <KeyStep purpose={{ client, way, model }} value={key} onChange={setKey} />
            ) : (
              <ManagedElsewhere what="API keys are managed" />
            )}
          </Step>
          <Step number={3} title={`Set up ${client.name}`}>
            <LinesStep client={client} way={way} lines={lines} onWay={choose} />
          </Step>
          <Step number={4} title="Send the first request" done={isReceived} last>
            <SendBlock send={lines.send} keyIn={way.keyIn} />
            {createsKeys && (
              <FirstRequest
                apiKey={key}
                facts={{ modelIds: models?.map(({ id }) => id) ?? [], contextWindow }}
                isReceived={isReceived}
                onReceived={onReceived}
              />
            )}
          </Step>
        </div>
      </div>
    </TeamFrame>
  )
}

const allWays = connectClients.flatMap(client => client.ways.map(way => ({ client, way })))
const [firstClient] = connectClients

/** The chosen client and its way, and in the URL, so that other pages can link to it. */
function useChosen(): { client: ConnectClient; way: ConnectWay; choose: (way: ConnectWay) => void } {
  // The URL alone would be late: the router reads it in a transition, and the chosen one would jump back for a moment.
  const [chosen, setChosen] = useState(useSearchParams().get('client'))
  const choose = ({ id }: ConnectWay) => {
    setChosen(id)
    history.replaceState(null, '', `/connect?client=${id}`)
  }
  const { client, way } = allWays.find(each => each.way.id === chosen) ?? {
    client: firstClient,
    way: firstClient.ways[0],
  }
  return { client, way, choose }
}

type ModelKind = NonNullable<ConnectWay['modelKind']>

/** The models of the type that a way needs, and the chosen one of them; null: it needs none, undefined: not known yet. */
function useModel({ modelKind }: ConnectWay) {
  const all = useQuery(modelsQuery)
  const [chosen, setChosen] = useState<Partial<Record<ModelKind, string>>>({})
  if (modelKind === null) return { models: null, model: undefined, setModel: () => undefined }
  const models = all.data?.filter(({ type }) => type === modelKind)
  return {
    models,
    model: models?.find(({ id }) => id === chosen[modelKind]) ?? findDefault(models ?? []),
    setModel: (id: string) => setChosen(before => ({ ...before, [modelKind]: id })),
  }
}

/** The default model, also while it is not downloaded: the first request downloads it. */
function findDefault(models: readonly Model[]): Model | undefined {
  const ready = models.find(({ state = 'ready' }) => state === 'ready')
  return models.find(model => model.default) ?? ready ?? models[0]
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
