'use client'
import { useQuery } from '@tanstack/react-query'
import { Columns2, Copy, X } from 'lucide-react'
import { Link } from '#components/ui/link.tsx'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { useAccount } from '#components/shell/account-context.tsx'
import { buttonStyle } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { copy } from '#components/playground/copy.ts'
import { useApi } from '#components/playground/form/api-context.tsx'
import { formatBytes, formatCost, formatCount, formatCountOf, formatSpeed } from '#lib/client/format.ts'
import { usageTodayQuery } from '#components/console-kit/usage-today.ts'
import { type CatalogModel, typeLabels } from './model/catalog-model.ts'
import { formatPrice, formatPriceSource } from './model/format-model.ts'
import { formatDay, isShutDown } from '#components/playground/form/model/shutdown.ts'
import { toComparison } from './model/model-links.ts'
import { ModelAction } from './model-action.tsx'
import { ModelAvailability } from './model-availability.tsx'

const ModelSnippet = lazy(() =>
  import('./model-snippet.tsx').then(module => ({ default: module.ModelSnippet })),
)

/** A model with its cost, requirements and snippet, and its next step. */
export function ModelDetails({
  model,
  comparedModel,
  mayDownload,
  onClose,
}: {
  model: CatalogModel
  /** A ready model to compare it with; null: none. */
  comparedModel: string | null
  mayDownload: boolean
  onClose: () => void
}) {
  const { role } = useAccount()
  const comparison = model.state === 'ready' && role !== 'viewer' ? toComparison(model, comparedModel) : null
  const operates = role === 'admin' || role === 'owner'
  return (
    <DetailsFrame title={model.name} onClose={onClose}>
      <div className="scroll flex min-h-0 flex-1 flex-col gap-3 p-4">
        <p className="text-soft">{model.description}</p>
        <p className="flex h-8 min-w-0 items-center gap-2 rounded-md border border-line bg-sunken pl-2.5 coarse:h-10">
          <code className="min-w-0 flex-1 truncate select-all">{model.id}</code>
          <IconButton
            label="Copy the model ID"
            className="size-7 coarse:size-10"
            onClick={() => void copy(model.id, 'Model ID')}
          >
            <Copy size={14} aria-hidden />
          </IconButton>
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <ModelAction model={model} mayDownload={mayDownload} size="normal" />
          {comparison !== null && (
            <Link href={comparison} className={buttonStyle()}>
              <Columns2 size={16} aria-hidden />
              Compare
            </Link>
          )}
        </div>
        <Facts model={model} />
        <Suspense>{model.state !== 'not_configured' && <ModelSnippet model={model} />}</Suspense>
      </div>
      {operates && (
        <footer className="flex shrink-0 justify-end border-t border-line px-4 py-2.5">
          <Link
            href={`/team/providers?tab=defaults&q=${encodeURIComponent(model.id)}`}
            className={buttonStyle({ variant: 'plain', size: 'small' })}
          >
            Price and fallbacks
          </Link>
        </footer>
      )}
    </DetailsFrame>
  )
}

/** Instead of the details, when no model has the ID of the URL. */
export function UnknownModel({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <DetailsFrame title="Model not found" onClose={onClose}>
      <p className="p-4 text-soft">
        No model is called <code className="wrap-anywhere">{id}</code>. It was removed, disabled, or its
        provider does not respond.
      </p>
    </DetailsFrame>
  )
}

function DetailsFrame({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  // A sheet covers the list, so it takes the focus.
  useEffect(() => {
    if (matchMedia('(max-width: 1099px)').matches) heading.current?.focus()
  }, [title])
  const closeByKey = useEffectEvent((event: KeyboardEvent) => {
    // Escape clears a search field.
    const isTyping = event.target instanceof HTMLInputElement
    if (event.key === 'Escape' && !event.defaultPrevented && !isTyping) onClose()
  })
  useEffect(() => {
    const leaving = new AbortController()
    window.addEventListener('keydown', closeByKey, { signal: leaving.signal })
    return () => leaving.abort()
  }, [])
  return (
    <>
      <header className="flex h-10 shrink-0 items-center border-b border-line pr-2 pl-4 max-sm:h-11">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 flex-1 truncate font-semibold outline-none">
          {title}
        </h2>
        <IconButton label="Close details" className="size-7 coarse:size-10" onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </header>
      {children}
    </>
  )
}

function Facts({ model }: { model: CatalogModel }) {
  const { createsKeys } = useApi()
  const { role } = useAccount()
  const seesUsage = createsKeys && role !== 'viewer'
  const { data: usage } = useQuery({ ...usageTodayQuery({ model: model.id }), enabled: seesUsage })
  const { contextTokens, dimensions, memoryBytes, downloadBytes, license, promptTokensPerSecond } = model
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Status', <ModelAvailability key="status" model={model} />],
    ['Type', model.type === null ? null : typeLabels[model.type]],
    ['Input', model.input.join(', ') || null],
    ['Context', contextTokens === null ? null : `${formatCount(contextTokens)} tokens`],
    ['Dimensions', dimensions === null ? null : formatCount(dimensions)],
    [model.price === null ? 'Price' : 'Price per 1M', <ModelPrice key="price" model={model} />],
    ['Price source', model.pricing === null ? null : <PriceSource key="source" pricing={model.pricing} />],
    [
      isShutDown(model.retires) ? 'Shut down' : 'Shutdown',
      model.retires && (
        <span key="shutdown" className={isShutDown(model.retires) ? 'text-bad' : 'text-warn'}>
          {formatDay(model.retires)}
        </span>
      ),
    ],
    ['Successor', model.retires === null ? null : model.successor],
    ['Alias of', model.aliasOf],
    [
      model.providers.length > 1 ? 'Providers' : 'Provider',
      model.embedded ? 'This machine' : model.providers.join(', ') || null,
    ],
    ['Memory', memoryBytes ? formatBytes(memoryBytes) : null],
    ['Prompt speed', promptTokensPerSecond === null ? null : formatSpeed(promptTokensPerSecond)],
    ['Download', downloadBytes === null ? null : downloadBytes === 0 ? 'None' : formatBytes(downloadBytes)],
    ['File', model.title],
    [
      'License',
      license && (
        <a
          key="license"
          href={license.url}
          target="_blank"
          rel="noreferrer"
          className="text-accent-text underline-offset-2 hover:underline"
        >
          {license.name}
        </a>
      ),
    ],
    ['Used today', usage === undefined ? null : formatCountOf(usage.totals.requests, 'request')],
  ]
  return (
    <dl className="text-xs">
      {facts.map(
        ([label, value]) =>
          value !== null && (
            <div key={label} className="flex min-h-7 items-center gap-3 border-b border-line last:border-b-0">
              <dt className="w-24 shrink-0 text-muted">{label}</dt>
              <dd className="min-w-0 py-1 wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function ModelPrice({ model }: { model: CatalogModel }) {
  const text = formatPrice(model)
  const cached = model.pricing?.rates?.['cacheRead']
  if (text === '–') return model.pricing?.source === 'unpriced' ? 'No price' : 'Unknown'
  return cached === undefined ? text : `${text}, cached input ${formatCost(cached, false)}`
}

function PriceSource({ pricing }: { pricing: NonNullable<CatalogModel['pricing']> }) {
  const { url, disputed } = pricing
  return (
    <>
      <span className={pricing.source === 'unpriced' ? 'text-warn' : undefined}>
        {formatPriceSource(pricing)}
      </span>
      {url !== undefined && url.startsWith('https:') && (
        <>
          {' · '}
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="text-accent-text underline-offset-2 hover:underline"
          >
            Vendor’s price list
          </a>
        </>
      )}
      {disputed === true && (
        <span className="block text-warn">Sources disagree; check the vendor’s list.</span>
      )}
    </>
  )
}
