'use client'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import type { TeamRole } from '#lib/contracts/console/members.ts'

const roles = [
  { value: 'viewer', label: 'Viewer: reads the library and shared links' },
  { value: 'member', label: 'Member: runs playgrounds, creates API keys' },
  { value: 'admin', label: 'Admin: manages members and all API keys' },
  { value: 'owner', label: 'Owner: full access' },
] as const satisfies readonly { value: TeamRole; label: string }[]

/** A role picker. */
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
  /** Describes each role, where there is room. */
  long?: boolean
  disabled?: boolean
  onChange: (role: TeamRole) => void
}) {
  return (
    <NativeSelect
      id={id}
      aria-label={label}
      disabled={disabled}
      className={long ? 'w-full' : 'w-28'}
      choices={roles
        .filter(({ value }) => value !== 'owner' || withOwner || role === 'owner')
        .map(each => (long ? each : { value: each.value, label: each.value }))}
      value={role}
      onChange={onChange}
    />
  )
}
