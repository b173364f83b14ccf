'use client'
import { inputStyle } from '#components/ui/input.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { TeamRole } from '#lib/contracts/team/people.ts'

const labels = {
  viewer: 'Viewer: sees the library and shared runs',
  member: 'Member: runs playgrounds, has keys',
  admin: 'Admin: manages people and all keys',
  owner: 'Owner: everything',
} satisfies Record<TeamRole, string>

const order: readonly TeamRole[] = ['viewer', 'member', 'admin', 'owner']

/** A role; the system's own list, which every keyboard and screen reader knows. */
export function RoleSelect({
  id,
  label,
  role,
  withOwner,
  long = false,
  disabled = false,
  onChange,
}: {
  id?: string
  label?: string
  role: TeamRole
  withOwner: boolean
  /** Says what each role may, where there is room. */
  long?: boolean
  disabled?: boolean
  onChange: (role: TeamRole) => void
}) {
  return (
    <select
      id={id}
      aria-label={label}
      value={role}
      disabled={disabled}
      onChange={event => {
        const chosen = order.find(each => each === event.target.value)
        if (chosen) onChange(chosen)
      }}
      className={classNames(inputStyle, long ? 'w-full' : 'w-28')}
    >
      {order
        .filter(each => each !== 'owner' || withOwner || role === 'owner')
        .map(each => (
          <option key={each} value={each}>
            {long ? labels[each] : each}
          </option>
        ))}
    </select>
  )
}
