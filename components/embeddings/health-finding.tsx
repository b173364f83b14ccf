'use client'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import type { HealthFinding as Finding } from './state/health-findings.ts'
import { selectRows } from './state/select-rows.ts'
import { useViewer, useViewerState } from './viewer-context.ts'

const listedMax = 3

/** One line of the report; what was found can be selected, and seen on the map. */
export function HealthFinding({ finding }: { finding: Finding }) {
  const { title, advice, weight, groups, note } = finding
  const { store } = useViewer()
  const rows = useViewerState(state => state.shown?.rows)
  const clean = groups.length === 0
  const Icon = clean ? CircleCheck : CircleAlert
  return (
    <li className="flex gap-2.5 rounded-md border border-line bg-panel px-3 py-2">
      <Icon
        size={16}
        aria-hidden
        className={`mt-0.5 ${clean ? 'text-ok' : weight === 'bad' ? 'text-bad' : 'text-warn'}`}
      />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <span className="font-medium">{title}</span>
          <span className={clean ? 'text-muted' : ''}>{clean ? 'none' : formatCount(groups.length)}</span>
        </p>
        {(note ?? (!clean && advice)) && <p className="text-xs text-muted">{note ?? advice}</p>}
        {!clean && (
          <>
            <ul className="mt-1 text-xs">
              {groups.slice(0, listedMax).map(group => (
                <li key={group.join()} className="truncate">
                  {group.map(row => rows?.[row]?.text ?? '').join('  =  ')}
                </li>
              ))}
            </ul>
            <Button
              variant="link"
              className="mt-1 text-xs"
              onClick={() => store.update(state => selectRows(state, groups.flat(), 'replace'))}
            >
              Select {groups.length > listedMax ? 'all of them' : 'them'}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}
