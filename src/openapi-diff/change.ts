/** The result of a comparison: changes of a description, and the parts of the graph that they reach. */

/** A property as the committed description names it. */
export interface Place {
  /** The component that holds it: `WeatherRecord`. */
  component: string;
  property: string;
}

/** One difference between the live description and the committed one. */
export interface Change {
  /** `request` is what the graph sends, `answer` what it reads; `operation` is the operation as a whole. */
  where: 'operation' | 'request' | 'response';
  /** `GET /api/v1/weather`: every operation that it shows in. */
  operations: string[];
  /** `WeatherRecord.temperature_max`, `parameter kind`; the operation itself for `operation`. */
  subject: string;
  /** The change: `removed`, `type string -> number`. */
  what: string;
  /** Whether a graph made for the committed description may fail or lose data. */
  breaks: boolean;
  /** Graph fields, arguments and inputs that it reaches, as schema coordinates. */
  feeds: string[];
}

/** Each method returns schema coordinates: `WeatherRecord.temperatureMax`, `Field.weather(kind:)`. */
export interface Reach {
  /** Fields that show a property of an answer. */
  answer(place: Place): string[];
  /** Whether fields take null for a property of an answer, whatever the committed description says. */
  takesNull(place: Place): boolean;
  /** Input fields that a property of a body is made from. */
  request(place: Place): string[];
  /** Fields that read records of a component. */
  read(component: string): string[];
  /** Arguments of those fields, and input fields, that become a parameter. */
  argument(component: string, parameter: string): string[];
  /** Fields that call an operation which is no read, inputs used only for it, and fields of its result that show a component. */
  write(operation: string, component: string): string[];
  /** Fields that show a header of an answer. */
  header(name: string): string[];
}
