/** Inputs under a chart, for the numbers that its panel is computed with. They are saved in the browser. */
import { useState } from 'preact/hooks';
import { Button } from './button.tsx';

interface TypedInputProps {
  label: string;
  type: 'number' | 'date';
  value: string | number;
  min?: number;
  max?: number;
  step?: number | 'any';
  required?: boolean;
  placeholder?: string | undefined;
  /** Called when the person has changed the value; for a date, with each key. */
  commit(input: HTMLInputElement): void;
}

/** An input with its label. It shows the typed text until the person leaves it with a valid value: each render would erase the text. */
export function TypedInput({ label, value, commit, ...input }: TypedInputProps) {
  const [text, setText] = useState<string>();
  return (
    <label>
      {label}
      <input
        {...input}
        value={text ?? value}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onChange={({ currentTarget }) => commit(currentTarget)}
        onBlur={({ currentTarget }) => currentTarget.validity.valid && setText(undefined)}
      />
    </label>
  );
}

/** An input. Its bounds lie within the graph's, which may still refuse contradictory values. Without `fallback`, it must not be empty. */
export interface NumberInput<Name extends string> extends Required<Pick<TypedInputProps, 'min' | 'max' | 'step'>> {
  name: Name;
  title: string;
  /** The value of an empty input. */
  fallback?: string;
}

interface NumberInputsProps<Name extends string> {
  summary: string;
  inputs: readonly NumberInput<Name>[];
  values: Readonly<Partial<Record<Name, number>>>;
  onChange(name: Name, value: number | undefined): void;
  onReset(): void;
}

export function NumberInputs<Name extends string>(props: NumberInputsProps<Name>) {
  const { summary, inputs, values, onChange, onReset } = props;
  const [resets, setResets] = useState(0);
  return (
    <details class="assumptions">
      <summary>{summary}</summary>
      <div class="inputs">
        {inputs.map(({ name, title, fallback, ...bounds }) => (
          <TypedInput
            key={`${name} ${resets}`}
            label={title}
            type="number"
            {...bounds}
            required={fallback === undefined}
            placeholder={fallback}
            value={values[name] ?? ''}
            commit={(input) => {
              if (input.reportValidity()) onChange(name, input.value === '' ? undefined : input.valueAsNumber);
            }}
          />
        ))}
        <Button
          onClick={() => {
            // New keys replace inputs whose text is not valid.
            setResets(resets + 1);
            onReset();
          }}
        >
          Use the defaults
        </Button>
      </div>
    </details>
  );
}
