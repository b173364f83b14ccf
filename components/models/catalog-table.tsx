'use client'
import { AudioLines, Image, type LucideIcon, Text } from 'lucide-react'
import type { MouseEvent } from 'react'
import { ShutdownBadge } from '#components/console-kit/shutdown-badge.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { type CatalogModel, typeLabels } from './model/catalog-model.ts'
import { formatContext, formatPrice } from './model/format-model.ts'
import { toModelPath } from './model/model-links.ts'
import { ModelAction } from './model-action.tsx'
import { ModelAvailability } from './model-availability.tsx'

const head = 'h-8 border-b border-line bg-canvas px-2.5 text-xs font-medium whitespace-nowrap text-muted'
const cell = 'border-b border-line px-2.5'

/** One row per model; a row opens the details of its model. */
export function CatalogTable({
  models,
  selected,
  search,
  mayDownload,
  onSelect,
}: {
  models: readonly CatalogModel[]
  selected: string | null
  /** Filters of the URL, which the address of a model keeps. */
  search: string
  mayDownload: boolean
  onSelect: (id: string) => void
}) {
  const open = (event: MouseEvent, id: string) => {
    // The browser opens new tabs and windows itself.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onSelect(id)
  }
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">Models</caption>
      <thead className="sticky top-0 z-20 max-sm:sr-only">
        <tr>
          <th scope="col" className={classNames(head, 'pl-5')}>
            Model
          </th>
          <th scope="col" className={classNames(head, '@max-3xl:hidden')}>
            Type
          </th>
          <th scope="col" className={classNames(head, '@max-4xl:hidden')}>
            Input
          </th>
          <th scope="col" className={classNames(head, 'text-right @max-4xl:hidden')}>
            Context
          </th>
          <th scope="col" className={classNames(head, 'text-right @max-2xl:hidden')}>
            Price per 1M
          </th>
          <th scope="col" className={classNames(head, '@max-lg:hidden')}>
            Availability
          </th>
          <th scope="col" className={classNames(head, 'pr-3 text-right')}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map(model => (
          <tr
            key={model.id}
            className={classNames(
              'relative h-[52px] hover:bg-hover',
              model.id === selected && 'bg-accent-soft hover:bg-accent-soft',
            )}
          >
            <th
              scope="row"
              className={classNames(
                cell,
                'max-w-0 min-w-40 w-2/5 @max-4xl:w-full py-1.5 pl-5 font-normal max-sm:pl-3',
              )}
            >
              <a
                href={`${toModelPath(model.id)}${search}`}
                data-model={model.id}
                aria-current={model.id === selected ? 'true' : undefined}
                onClick={event => open(event, model.id)}
                className="block truncate font-medium -outline-offset-2 after:absolute after:inset-0"
              >
                {model.name}
              </a>
              <ModelNote model={model} />
              <span className="hidden py-1 text-xs @max-lg:block">
                <ModelAvailability model={model} />
              </span>
            </th>
            <td className={classNames(cell, 'whitespace-nowrap text-soft @max-3xl:hidden')}>
              {model.type === null ? '–' : typeLabels[model.type]}
            </td>
            <td className={classNames(cell, '@max-4xl:hidden')}>
              <Inputs input={model.input} />
            </td>
            <td className={classNames(cell, 'text-right tabular-nums @max-4xl:hidden')}>
              {formatContext(model.contextTokens)}
            </td>
            <td className={classNames(cell, 'text-right whitespace-nowrap tabular-nums @max-2xl:hidden')}>
              {model.pricing?.source === 'unpriced' ? (
                <NoPrice className="py-0.5 text-xs" />
              ) : (
                formatPrice(model)
              )}
            </td>
            <td className={classNames(cell, 'whitespace-nowrap @max-lg:hidden')}>
              <ModelAvailability model={model} />
            </td>
            <td className={classNames(cell, 'pr-3 text-right whitespace-nowrap')}>
              <span className="relative z-10 inline-flex">
                <ModelAction model={model} mayDownload={mayDownload} size="small" />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The ID below a title, otherwise the provider; the default model says so. */
function ModelNote({ model }: { model: CatalogModel }) {
  const { id, name, providers, type, isDefault, retires, aliasOf, pricing } = model
  const isUnpriced = pricing?.source === 'unpriced'
  const price = formatPrice(model)
  const note = aliasOf !== null ? `Alias of ${aliasOf}` : name === id ? providers.join(', ') || '–' : id
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-0.5 text-xs text-muted">
      <span className="flex max-w-full gap-1">
        <span className="truncate">{note}</span>
        {type !== null && <span className="hidden shrink-0 @max-3xl:inline">· {typeLabels[type]}</span>}
      </span>
      {isDefault && (
        <span className="shrink-0 rounded-sm bg-active px-1.5 text-2xs font-medium text-soft">Default</span>
      )}
      {!isUnpriced && price !== '–' && (
        <span className="hidden shrink-0 tabular-nums @max-2xl:inline">
          {price}
          {model.price !== null && price !== 'Free' && ' per 1M'}
        </span>
      )}
      {isUnpriced && <NoPrice className="hidden text-2xs @max-2xl:inline" />}
      {retires !== null && <ShutdownBadge day={retires} />}
    </span>
  )
}

/** Loud, because budgets do not count what the model costs. */
function NoPrice({ className }: { className: string }) {
  return (
    <span className={classNames('shrink-0 rounded-sm bg-warn-soft px-1.5 font-medium text-warn', className)}>
      No price
    </span>
  )
}

const icons: Readonly<Record<string, LucideIcon>> = { text: Text, image: Image, audio: AudioLines }

function Inputs({ input }: { input: readonly string[] }) {
  if (input.length === 0) return '–'
  return (
    <span className="flex gap-1.5 text-muted">
      <span className="sr-only">{input.join(', ')}</span>
      {input.map(kind => {
        const Icon = icons[kind] ?? Text
        return <Icon key={kind} size={16} aria-hidden />
      })}
    </span>
  )
}
