import type { LibraryEntry } from '#lib/client/library/add-entry.ts'
import { formatCount } from '#lib/client/format.ts'
import { LibraryFailure } from '#lib/client/library/library-failure.ts'
import type { EachOutcome } from '#lib/client/library/run-each.ts'

const namedMax = 5

/** What could not be kept, each with its reason, and how much was left when it was stopped. */
export function AddFailures({ outcome }: { outcome: EachOutcome<LibraryEntry> }) {
  const { failed, left } = outcome
  return (
    <div className="flex flex-col gap-1 text-xs">
      {failed.length > 0 && (
        <div role="alert">
          <p className="text-bad">{formatCount(failed.length)} could not be kept:</p>
          <ul className="flex flex-col gap-1">
            {failed.slice(0, namedMax).map(({ item, error }, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same file may be there twice
              <li key={place} className="break-words">
                <bdi className="font-medium">{nameOf(item)}</bdi>: {error.message}
                {error instanceof LibraryFailure && error.requestId !== null && (
                  <span className="font-mono text-muted"> {error.requestId}</span>
                )}
              </li>
            ))}
          </ul>
          {failed.length > namedMax && <p>and {formatCount(failed.length - namedMax)} more</p>}
        </div>
      )}
      {left.length > 0 && <p className="text-muted">{formatCount(left.length)} left when it was stopped.</p>}
    </div>
  )
}

function nameOf(entry: LibraryEntry): string {
  return entry.kind === 'link' ? entry.url : entry.title
}
