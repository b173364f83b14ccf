import { classNames } from '#components/ui/class-names.ts'
import type { LoggedRequest } from '#lib/contracts/console/requests.ts'

/** Status, with the error code of a failure. */
export function RequestStatus({ row }: { row: Pick<LoggedRequest, 'status' | 'error_code'> }) {
  const failed = row.status >= 400
  return (
    <span className={classNames('break-words', failed ? 'text-bad' : 'text-ok')}>
      <b className="font-medium">{row.status}</b>
      {row.error_code !== null && <span> {row.error_code}</span>}
    </span>
  )
}
