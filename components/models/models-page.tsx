'use client'

import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from '#components/ui/link.tsx'
import { usePathname, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { ListState } from '#components/console-kit/list-state.tsx'
import { otherModel } from '#components/playground/form/choose-model.ts'
import { useAccount } from '#components/shell/account-context.tsx'
import { focusMainInput } from '#components/shell/focus-main-input.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { SidebarButton } from '#components/shell/sidebar-button.tsx'
import { Button, buttonStyle } from '#components/ui/button/button.tsx'
import { InlineCode } from '#components/ui/data/inline-code.tsx'
import { localModelsQuery } from '#components/playground/form/model/local-models.ts'
import { formatCountOf } from '#lib/client/format.ts'
import { modelsQuery } from '#lib/client/models.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import { CatalogFilters } from './catalog-filters.tsx'
import { CatalogTable } from './catalog-table.tsx'
import {
  type CatalogFilter,
  filterCatalog,
  noFilter,
  readCatalogFilter,
  writeCatalogFilter,
} from './model/catalog-filter.ts'
import { type CatalogModel, toCatalog } from './model/catalog-model.ts'
import { advisePriceUpdate } from './model/format-model.ts'
import { readModelPath, toModelPath } from './model/model-links.ts'
import { ModelDetails, UnknownModel } from './model-details.tsx'

/** Every model that requests can name, with the details of one beside the list. */
export function ModelsPage() {
  const { role } = useAccount()
  const models = useQuery(modelsQuery)
  useCommands([focusMainInput])
  const [openedAt] = useState(() => Date.now())
  const advice = models.data === undefined ? null : advisePriceUpdate(models.data, openedAt)
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line pr-3 pl-5 max-sm:px-3">
        <SidebarButton />
        <h1 className="text-base font-semibold">Models</h1>
        <span className="flex-1" />
        {(role === 'admin' || role === 'owner') && (
          <Link href="/team/providers?add=" className={buttonStyle()}>
            <Plus size={16} aria-hidden />
            Add provider
          </Link>
        )}
      </header>
      {models.data === undefined ? (
        <main id="main" className="scroll min-h-0 flex-1 p-5 max-sm:p-3">
          <ListState query={models}>{() => null}</ListState>
        </main>
      ) : (
        <>
          {advice?.prominent === true && (
            <p
              role="status"
              className="shrink-0 border-b border-line bg-warn-soft px-5 py-2 text-warn max-sm:px-3"
            >
              <InlineCode text={advice.text} />
            </p>
          )}
          <Catalog listed={models.data} note={advice?.prominent === false ? advice.text : null} />
        </>
      )}
    </>
  )
}

/** @param note a line for the status bar; null: none */
function Catalog({ listed, note }: { listed: readonly Model[]; note: string | null }) {
  const { data: locals } = useQuery(localModelsQuery)
  const { filter, selected, setFilter, select } = useCatalogAddress()
  const models = toCatalog(listed, locals?.data ?? [])
  const shown = filterCatalog(models, filter)
  const mayDownload = locals?.may_download ?? false
  const details = models.find(({ id }) => id === selected)
  const close = () => {
    select(null)
    if (selected === null) return
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-model="${CSS.escape(selected)}"]`)?.focus(),
    )
  }
  return (
    <main id="main" className="playground grid-rows-[auto_minmax(0,1fr)_auto] [--inspector:380px]">
      <div data-area="tabs" className="min-w-0">
        <CatalogFilters models={models} filter={filter} onChange={setFilter} />
      </div>
      <section
        data-area="result"
        aria-label="Models"
        className="scroll @container min-h-0 min-w-0 border-t border-line"
      >
        {shown.length === 0 ? (
          <NoModels models={models} onClear={() => setFilter(noFilter)} />
        ) : (
          <CatalogTable
            models={shown}
            selected={selected}
            search={writeCatalogFilter(filter)}
            mayDownload={mayDownload}
            onSelect={select}
          />
        )}
      </section>
      <p
        data-area="status"
        className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-0.5 border-t border-line py-1 pr-3 pl-5 text-xs text-muted tabular-nums max-sm:pl-3"
      >
        <span className="font-medium text-text">{formatCountOf(models.length, 'model')}</span>
        <span role="status">{shown.length} shown</span>
        {note !== null && (
          <span className="text-warn">
            <InlineCode text={note} />
          </span>
        )}
      </p>
      {/* The button in the sheet's head does the same for the keyboard. */}
      <div data-area="scrim" data-sheet={selected !== null} aria-hidden onPointerDown={close} />
      <section
        data-area="inspector"
        data-open={selected !== null}
        data-sheet={selected !== null}
        aria-label="Details"
        className="flex min-h-0 min-w-0 flex-col border-l border-line bg-canvas max-lg:bg-raised data-[open=false]:hidden"
      >
        {details && (
          <ModelDetails
            key={details.id}
            model={details}
            comparedModel={toCompared(details, listed)}
            mayDownload={mayDownload}
            onClose={close}
          />
        )}
        {selected !== null && !details && <UnknownModel id={selected} onClose={close} />}
      </section>
    </main>
  )
}

function NoModels({ models, onClear }: { models: readonly CatalogModel[]; onClear: () => void }) {
  return (
    <div className="grid justify-items-center gap-3 px-6 py-12 text-center text-soft">
      {models.length === 0 ? (
        <p>No models available. Ask an admin to add a provider or download an embedded model.</p>
      ) : (
        <>
          <p>No models match these filters.</p>
          <Button onClick={onClear}>Clear filters</Button>
        </>
      )}
    </div>
  )
}

/** A ready model for the same requests. */
function toCompared({ id, type }: CatalogModel, models: readonly Model[]): string | null {
  return type === null ? null : otherModel(type, models, [id])
}

/** The filters and the open model, both in the URL. */
function useCatalogAddress() {
  const filter = readCatalogFilter(useSearchParams())
  const path = usePathname()
  // Next.js syncs with the History API on its own.
  return {
    filter,
    selected: readModelPath(path),
    setFilter: (change: Partial<CatalogFilter>) =>
      history.replaceState(null, '', `${path}${writeCatalogFilter({ ...filter, ...change })}`),
    select: (id: string | null) =>
      history.pushState(
        null,
        '',
        `${id === null ? '/models' : toModelPath(id)}${writeCatalogFilter(filter)}`,
      ),
  }
}
