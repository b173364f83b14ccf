'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useApi } from '#components/playground/api-context.tsx'
import { useCommands } from '#components/shell/use-commands.ts'
import { Button } from '#components/ui/button.tsx'
import { listTeamKeys } from '#lib/client/team/team-keys.ts'
import { KeptElsewhere } from './kept-elsewhere.tsx'
import { KeyTable } from './key-table.tsx'
import { ListState } from './list-state.tsx'
import { TeamFrame } from './team-frame.tsx'

const MakeKey = lazy(() => import('./make-key.tsx').then(module => ({ default: module.MakeKey })))

/** Keys: one's own, and for who manages people everybody's. */
export function KeysPage() {
  const { createsKeys } = useApi()
  const [making, setMaking] = useState(false)
  const queries = useQueryClient()
  const keys = useQuery({ queryKey: ['team-keys'], queryFn: listTeamKeys, enabled: createsKeys })
  const changed = () => queries.invalidateQueries({ queryKey: ['team-keys'] })
  useCommands([{ id: 'make-key', label: 'Create an API key', section: 'Run', run: () => setMaking(true) }])
  if (!createsKeys) {
    return (
      <TeamFrame title="API keys">
        <KeptElsewhere what="Keys are kept" />
      </TeamFrame>
    )
  }
  return (
    <TeamFrame
      title="API keys"
      actions={
        <Button variant="go" onClick={() => setMaking(true)}>
          <Plus size={16} aria-hidden />
          Create key
        </Button>
      }
    >
      <ListState query={keys}>
        {list => <KeyTable keys={list.keys} everybodys={list.you_see_all} onChanged={changed} />}
      </ListState>
      <Suspense>{making && <MakeKey onMade={changed} onClose={() => setMaking(false)} />}</Suspense>
    </TeamFrame>
  )
}
