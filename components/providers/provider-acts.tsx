'use client'
import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Menu } from '#components/ui/menu.tsx'
import { showFailure, showToast } from '#components/ui/toast.ts'
import { changeProvider, orderProviders } from '#lib/client/providers/providers.ts'
import type { Providers, ProviderView } from '#lib/contracts/team/providers.ts'

const TestDialog = lazy(() => import('./test-dialog.tsx').then(module => ({ default: module.TestDialog })))
const EditProvider = lazy(() =>
  import('./edit-provider.tsx').then(module => ({ default: module.EditProvider })),
)
const RemoveProvider = lazy(() =>
  import('./remove-provider.tsx').then(module => ({ default: module.RemoveProvider })),
)

/** What can be done with a source; with one of the configuration, only a test. */
export function ProviderActs({
  row,
  rows,
  list,
  onChanged,
}: {
  row: ProviderView
  /** The table's rows, in their order. */
  rows: readonly ProviderView[]
  list: Providers
  onChanged: () => Promise<void>
}) {
  const [open, setOpen] = useState<'test' | 'edit' | 'remove' | null>(null)
  const { id, name, enabled } = row
  const ids = rows.flatMap(each => each.id ?? [])
  const at = id === null ? -1 : ids.indexOf(id)
  const close = () => setOpen(null)
  const act = (change: Promise<void>, said: string) =>
    void change
      .then(onChanged)
      .then(() => showToast(said))
      .catch((error: unknown) => showFailure('Not done', error))
  const move = (by: -1 | 1) => {
    if (id === null) return
    const others = ids.filter(each => each !== id)
    act(orderProviders(others.toSpliced(at + by, 0, id)), `${name} was moved`)
  }
  return (
    <span className="inline-flex items-center gap-1">
      <Button onClick={() => setOpen('test')} aria-label={`Test ${name}`}>
        Test
      </Button>
      {id !== null && (
        <Menu
          trigger={
            <Button variant="plain" size="icon" aria-label={`Acts for ${name}`}>
              <Ellipsis size={16} aria-hidden />
            </Button>
          }
          actions={[
            { label: 'Edit', onSelect: () => setOpen('edit') },
            { label: 'Move up', disabled: at === 0, onSelect: () => move(-1) },
            { label: 'Move down', disabled: at === ids.length - 1, onSelect: () => move(1) },
            {
              label: enabled ? 'Switch off' : 'Switch on',
              onSelect: () =>
                act(
                  changeProvider(id, { enabled: !enabled }),
                  enabled ? `${name} is not asked any more` : `${name} is asked again`,
                ),
            },
            { label: 'Remove', onSelect: () => setOpen('remove') },
          ]}
        />
      )}
      <Suspense>
        {open === 'test' && <TestDialog row={row} onClose={close} />}
        {open === 'edit' && id !== null && (
          <EditProvider id={id} row={row} list={list} onChanged={onChanged} onClose={close} />
        )}
        {open === 'remove' && id !== null && (
          <RemoveProvider id={id} row={row} onChanged={onChanged} onClose={close} />
        )}
      </Suspense>
    </span>
  )
}
