/** Names the variables that stop Run. */
export function MissingVariables({ names }: { names: readonly string[] }) {
  return (
    <span role="alert" className="text-warn">
      {names.length === 1 ? 'Give a value to ' : 'Give values to '}
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <code>{`{{${name}}}`}</code>
        </span>
      ))}
    </span>
  )
}
