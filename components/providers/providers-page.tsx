'use client'

import { Tabs } from '@base-ui/react/tabs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { lazy, Suspense, useState } from 'react'
import { takeSearch } from '#components/playground/handoff/take-search.ts'
import { useApi } from '#components/playground/form/api-context.tsx'
import { useCommands } from '#components/shell/use-commands.ts'
import { ManagedElsewhere } from '#components/console-kit/managed-elsewhere.tsx'
import { ListState } from '#components/console-kit/list-state.tsx'
import { Section } from '#components/console-kit/section.tsx'
import { TeamFrame } from '#components/console-kit/team-frame.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { tabStyle } from '#components/ui/data/tab-style.ts'
import { modelsQuery } from '#lib/client/models.ts'
import type { Providers } from '#lib/contracts/console/providers.ts'
import { listProviders } from './model/providers.ts'
import { DefaultModels } from './default-models.tsx'
import { EmbeddedModels } from './embedded-models.tsx'
import { ModelAliases } from './model-aliases.tsx'
import { ModelSettings } from './model-settings.tsx'
import { isFailing, ProviderProblem } from './provider-state.tsx'
import { ProviderTable } from './provider-table.tsx'

const AddProvider = lazy(() => import('./add-provider.tsx').then(module => ({ default: module.AddProvider })))

// The gateway picks up a change within a second, and then lists the new models.
const heardMs = 1_500

const tabs = [
  { value: 'providers', label: 'Providers' },
  { value: 'embedded', label: 'Embedded' },
  { value: 'defaults', label: 'Defaults and prices' },
] as const

/** Model providers and search backends, embedded models, and the settings of models. */
export function ProvidersPage() {
  const { createsKeys: here } = useApi()
  const queries = useQueryClient()
  const wanted = useSearchParams().get('add')
  const [adding, setAdding] = useState<'models' | 'search' | null>(wanted === null ? null : 'models')
  const [tab, chooseTab] = useTab()
  const providers = useQuery({ queryKey: ['providers'], queryFn: listProviders, enabled: here })
  const refresh = () =>
    Promise.all(
      [['providers'], ['model-settings'], modelsQuery.queryKey].map(queryKey =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  const changed = async () => {
    await refresh()
    setTimeout(() => void refresh(), heardMs)
  }
  useCommands([
    { id: 'add-provider', label: 'Add provider', section: 'Run', run: () => setAdding('models') },
    { id: 'add-search', label: 'Add search backend', section: 'Run', run: () => setAdding('search') },
  ])
  if (!here) {
    return (
      <TeamFrame title="Providers">
        <ManagedElsewhere what="Providers are managed" />
      </TeamFrame>
    )
  }
  return (
    <TeamFrame
      title="Providers"
      actions={
        <Button variant="go" onClick={() => setAdding('models')}>
          <Plus size={16} aria-hidden />
          Add provider
        </Button>
      }
    >
      <Tabs.Root value={tab} onValueChange={value => chooseTab(String(value))}>
        <Tabs.List
          aria-label="Providers"
          className="mb-6 flex h-10 items-stretch gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
        >
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} className={tabStyle}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="providers" className="flex flex-col gap-7">
          <ListState query={providers}>
            {list => <ProviderSections list={list} onAdd={setAdding} onChanged={changed} />}
          </ListState>
        </Tabs.Panel>
        <Tabs.Panel value="embedded">
          <Section title="Embedded models" about="Run on this machine. No data leaves it.">
            <EmbeddedModels />
          </Section>
        </Tabs.Panel>
        <Tabs.Panel value="defaults" className="flex flex-col gap-7">
          <Section title="Default models" about="Used when a request or a page names no model.">
            <DefaultModels onChanged={changed} />
          </Section>
          <Section
            title="Aliases"
            about="Names that clients can use instead of a model ID. Point an alias to another model without changing any client."
          >
            <ModelAliases onChanged={changed} />
          </Section>
          <Section title="Models" about="Prices, deployments, fallbacks and access per model.">
            <ModelSettings providers={providers.data?.providers ?? []} onChanged={changed} />
          </Section>
        </Tabs.Panel>
      </Tabs.Root>
      <Suspense>
        {adding && providers.data && (
          <AddProvider
            purpose={adding}
            wanted={wanted}
            list={providers.data}
            onChanged={changed}
            onClose={() => {
              takeSearch('add')
              setAdding(null)
            }}
          />
        )}
      </Suspense>
    </TeamFrame>
  )
}

function ProviderSections({
  list,
  onAdd,
  onChanged,
}: {
  list: Providers
  onAdd: (purpose: 'search') => void
  onChanged: () => Promise<void>
}) {
  const failing = list.providers.filter(isFailing)
  return (
    <>
      {failing.length > 0 && (
        <div className="flex flex-col gap-3">
          {failing.map(row => (
            <ProviderProblem
              key={`${row.purpose} ${row.from} ${row.name}`}
              row={row}
              list={list}
              onChanged={onChanged}
            />
          ))}
        </div>
      )}
      <Section
        title="Model providers"
        about="Their models are available as provider/model. Adding a provider changes no default model."
      >
        <ProviderTable
          caption="Model providers"
          purpose="models"
          empty="No providers yet. Add one with its API key, or the URL of an Ollama, vLLM or other server."
          list={list}
          onChanged={onChanged}
        />
      </Section>
      <Section
        title="Search backends"
        about="Tried in order until one responds, before the built-in public backends."
        actions={
          <Button onClick={() => onAdd('search')}>
            <Plus size={16} aria-hidden />
            Add backend
          </Button>
        }
      >
        {list.search_listed && (
          <p className="text-xs text-warn">
            SEARCH_BACKENDS limits the backends in use. Unset it to use the ones added here.
          </p>
        )}
        <ProviderTable
          caption="Search backends"
          purpose="search"
          empty="No search backends yet. Searches use Wikipedia, arXiv and PubMed. Add SearXNG, or Brave with an API key."
          list={list}
          onChanged={onChanged}
        />
      </Section>
    </>
  )
}

type TabName = (typeof tabs)[number]['value']

/** The tab in the URL, `?tab=embedded`. */
function useTab(): readonly [TabName, (tab: string) => void] {
  const given = useSearchParams().get('tab')
  const choose = (tab: string) => {
    // Next.js syncs with the History API on its own.
    history.replaceState(null, '', tab === 'providers' ? location.pathname : `?tab=${tab}`)
  }
  return [tabs.find(({ value }) => value === given)?.value ?? 'providers', choose]
}
