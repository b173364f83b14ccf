'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useApi } from '#components/playground/api-context.tsx'
import { useCommands } from '#components/shell/use-commands.ts'
import { KeptElsewhere } from '#components/team/kept-elsewhere.tsx'
import { ListState } from '#components/team/list-state.tsx'
import { Section } from '#components/team/section.tsx'
import { TeamFrame } from '#components/team/team-frame.tsx'
import { Button } from '#components/ui/button.tsx'
import { modelsQuery } from '#lib/client/models.ts'
import { listProviders } from '#lib/client/providers/providers.ts'
import { EmbeddedModels } from './embedded-models.tsx'
import { ModelSettings } from './model-settings.tsx'
import { ProviderTable } from './provider-table.tsx'
import { UsualModels } from './usual-models.tsx'

const AddProvider = lazy(() => import('./add-provider.tsx').then(module => ({ default: module.AddProvider })))

// The gateway hears of a change within a second: then it lists the models of what was added.
const heardMs = 1_500

/** Where answers come from: embedded models, providers, what is said of their models, search backends. */
export function ProvidersPage() {
  const { createsKeys: here } = useApi()
  const queries = useQueryClient()
  const [adding, setAdding] = useState<'models' | 'search' | null>(null)
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
    { id: 'add-provider', label: 'Add a provider', section: 'Run', run: () => setAdding('models') },
    { id: 'add-search', label: 'Add a search backend', section: 'Run', run: () => setAdding('search') },
  ])
  if (!here) {
    return (
      <TeamFrame title="Providers">
        <KeptElsewhere what="Providers are kept" />
      </TeamFrame>
    )
  }
  const add = (purpose: 'models' | 'search', label: string) => (
    <Button onClick={() => setAdding(purpose)}>
      <Plus size={16} aria-hidden />
      {label}
    </Button>
  )
  return (
    <TeamFrame title="Providers">
      <Section title="Embedded models" about="They run on this machine: nothing leaves it.">
        <EmbeddedModels />
      </Section>
      <ListState query={providers}>
        {list => (
          <>
            <Section
              title="Model providers"
              about="Asked in this order where nobody names a model; the embedded ones come last."
              actions={add('models', 'Add provider')}
            >
              <ProviderTable
                caption="Model providers"
                rows={list.providers.filter(each => each.purpose === 'models')}
                empty="None yet. Add one with its key, or the address of an Ollama, vLLM or other server."
                list={list}
                onChanged={changed}
              />
            </Section>
            <Section title="Models" about="What they cost, who answers in their place, and who may be asked.">
              <UsualModels onChanged={changed} />
              <ModelSettings providers={list.providers} onChanged={changed} />
            </Section>
            <Section
              title="Search backends"
              about="Asked one after the other until one answers, before the built-in public ones."
              actions={add('search', 'Add backend')}
            >
              {list.search_listed && (
                <p className="text-xs text-warn">
                  SEARCH_BACKENDS lists who may be asked: backends added here are not, until it is unset.
                </p>
              )}
              <ProviderTable
                caption="Search backends"
                rows={list.providers.filter(each => each.purpose === 'search')}
                empty="None yet: searches go to Wikipedia, arXiv and PubMed. Add your SearXNG, or a key for Brave or another."
                list={list}
                onChanged={changed}
              />
            </Section>
            <Suspense>
              {adding && (
                <AddProvider
                  purpose={adding}
                  list={list}
                  onChanged={changed}
                  onClose={() => setAdding(null)}
                />
              )}
            </Suspense>
          </>
        )}
      </ListState>
    </TeamFrame>
  )
}
