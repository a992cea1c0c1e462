/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** A note to add, and the key that makes sending it again harmless. */
export type AddObservationInput = {
  /** Part of the field affected. */
  affectedArea?: FractionInput | null | undefined;
  /** Who writes it. */
  author?: AuthorInput | null | undefined;
  /** What it is about; GENERAL where left out. */
  category?: ObservationCategory | null | undefined;
  /** The field the note is about, `fld_…`. */
  fieldId: string;
  /** How far the crop is. */
  growthStage?: GrowthStageInput | null | undefined;
  /** Chosen by the client, one a note, kept until the note is acknowledged: 1 to 255 visible ASCII characters, for example a UUID. */
  idempotencyKey: string;
  /** Where it was seen. */
  location?: GeoPointInput | null | undefined;
  /** When it was seen, at most 5 minutes in the future; the time of the write where left out. */
  observedAt?: string | null | undefined;
  /** What was found. */
  organism?: OrganismInput | null | undefined;
  /** Pictures, at most 10. */
  photos?: Array<PhotoInput> | null | undefined;
  /** How bad it is. */
  severity?: Severity | null | undefined;
  /** Free words, at most 20. */
  tags?: Array<string> | null | undefined;
  /** The note: plain text, 1 to 4,000 characters. */
  text: string;
  /** A short heading, plain text. */
  title?: string | null | undefined;
};

/** Who writes the note. */
export type AuthorInput = {
  /** Name, plain text. */
  name: string;
};

/** A point of the curve of the crop coefficient (FAO-56, figure 34): between points it is a straight line. */
export type CropCoefficientInput = {
  /** A local day, later than that of the point before. */
  date: string;
  /** The coefficient on that day, 0 to 2 (FAO-56, table 12). */
  kc: number;
};

/** Units of accumulated temperature. */
export type DegreeDayUnit =
  /** Degree Celsius day, UCUM `K.d`. */
  | 'CELSIUS_DAY'
  /** Degree Fahrenheit day, 5/9 of a degree Celsius day, UCUM `[degF].d`. */
  | 'FAHRENHEIT_DAY'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** Every code of the graph: of refusals in a union and of `extensions.code` in `errors`. */
export type ErrorCode =
  /** An argument or input is not acceptable; the message or the faults name which and why. Change it and send again. */
  | 'BAD_USER_INPUT'
  /** The first send of this idempotency key is still being written. Send the same again after a moment. */
  | 'CONFLICT'
  /** The API key is valid and lacks the scope for this. Ask for a key with the scope. */
  | 'FORBIDDEN'
  /** The document is not GraphQL. */
  | 'GRAPHQL_PARSE_FAILED'
  /** The document does not fit the schema. */
  | 'GRAPHQL_VALIDATION_FAILED'
  /** The idempotency key was used before for a different note. Use a fresh key for each note. */
  | 'IDEMPOTENCY_KEY_REUSED'
  /** A total was asked over data that the service may have cut short, so it was not computed. */
  | 'INCOMPLETE_UPSTREAM_DATA'
  /** A fault of the gateway itself. The request id finds it in the log. */
  | 'INTERNAL_SERVER_ERROR'
  /** The HTTP method is not allowed here: mutations need POST, queries GET or POST. */
  | 'METHOD_NOT_ALLOWED'
  /** The field does not exist or is not visible to the caller; which of both is not said. */
  | 'NOT_FOUND'
  /** The operation exceeds a limit, named in `extensions.limit` with its maximum and the actual figure. The message says how to stay below it. */
  | 'OPERATION_TOO_COMPLEX'
  /** The gateway has more to do than it can, or its queue to the Field Data Service is full. Send the same again after a moment, or ask for less. */
  | 'OVERLOADED'
  /** The request body has too many bytes. */
  | 'PAYLOAD_TOO_LARGE'
  /** The `documentId` is of no document that the gateway knows. Send the document itself, or ask the operator to deploy the manifest that it is in. */
  | 'PERSISTED_DOCUMENT_NOT_FOUND'
  /** The gateway runs only documents that its operator deployed. Send the `documentId` of one, or ask the operator to deploy this one. */
  | 'PERSISTED_DOCUMENT_REQUIRED'
  /** A hash was sent in place of a document, as automatic persisted queries do, and it is of no document that the gateway knows. Send the document; the clients that do this then do so by themselves. */
  | 'PERSISTED_QUERY_NOT_SUPPORTED'
  /** Too many requests. Wait `retryAfterSeconds`, then send again. */
  | 'RATE_LIMITED'
  /** The API key is missing, unknown, malformed or revoked. Send `Authorization: Bearer <API key>`. */
  | 'UNAUTHENTICATED'
  /** The request body is not application/json. */
  | 'UNSUPPORTED_MEDIA_TYPE'
  /** The Field Data Service failed (status 500: retryable) or answered something its contract does not allow. A write may be sent again under its idempotency key either way. */
  | 'UPSTREAM_ERROR'
  /** The Field Data Service did not answer before the deadline of the operation. */
  | 'UPSTREAM_TIMEOUT'
  /** The Field Data Service could not be reached or says it is unavailable. */
  | 'UPSTREAM_UNAVAILABLE';

/** A part of a whole. */
export type FractionInput = {
  /** The unit of `value`. */
  unit: FractionUnit;
  /** The number, in `unit`: 0 to 100 percent, or 0 to 1. */
  value: number;
};

/** Units of a part of a whole. */
export type FractionUnit =
  /** Fraction: 0 to 1 for a share, UCUM `1`. */
  | 'FRACTION'
  /** Percent: 0 to 100 for a share, UCUM `%`. */
  | 'PERCENT'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** A place, WGS 84. */
export type GeoPointInput = {
  /** Degrees north, -90 to 90. */
  latitude: number;
  /** Degrees east, -180 to 180. */
  longitude: number;
};

/** How far the crop is. */
export type GrowthStageInput = {
  /** Code in the scale: for BBCH two digits, `00` to `99`. */
  code: string;
  /** The scale of `code`. */
  scale?: GrowthStageScale;
};

/** Scales of crop development. */
export type GrowthStageScale =
  /** BBCH (Meier 2018): a code of two digits, the first the principal stage. */
  | 'BBCH'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** Units of length and of water depth. */
export type LengthUnit =
  /** Centimetre, UCUM `cm`. */
  | 'CENTIMETRE'
  /** International inch, 25.4 mm, UCUM `[in_i]`. */
  | 'INCH'
  /** Metre, UCUM `m`. */
  | 'METRE'
  /** Millimetre, UCUM `mm`. One millimetre of water is one litre a square metre. */
  | 'MILLIMETRE'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** What a note is about. */
export type ObservationCategory =
  /** Hail, frost, wind, machines, spray drift. */
  | 'DAMAGE'
  /** Fungi, bacteria, viruses. */
  | 'DISEASE'
  /** Anything else. */
  | 'GENERAL'
  /** How far the crop is. */
  | 'GROWTH_STAGE'
  /** Deficiency or excess of a nutrient. */
  | 'NUTRIENT'
  /** Insects, mites, nematodes, slugs, vertebrates. */
  | 'PEST'
  /** Structure, crusting, erosion, cover. */
  | 'SOIL'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN'
  /** Drought, waterlogging, irrigation. */
  | 'WATER'
  /** Plants that are not the crop. */
  | 'WEED';

/** A pest, pathogen or weed. */
export type OrganismInput = {
  /** EPPO code, for example `PUCCST`. */
  eppoCode?: string | null | undefined;
  /** Common or scientific name. */
  name: string;
};

/** A picture that is already stored elsewhere. */
export type PhotoInput = {
  /** What it shows, plain text. */
  caption?: string | null | undefined;
  /** Absolute http or https address, at most 2,048 characters. */
  href: string;
  /** Media type (RFC 6838), for example `image/jpeg`. */
  mediaType?: string | null | undefined;
};

/** How a record came about. */
export type Provenance =
  /** Computed from measured values. */
  | 'DERIVED'
  /** Measured at the time and place it states. */
  | 'MEASURED'
  /** Measured, on the day `recordedOn` states, and played again on another. */
  | 'REPLAYED'
  /** Made by a model, in whole or in part. Not for decisions about a real field. */
  | 'SIMULATED'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** What the root zone holds, in millimetres of water (FAO-56, chapter 8). Soil and crop are known to the caller alone. */
export type RootZoneInput = {
  /** Part of it that the crop takes before it suffers, `p`, above 0 and below 1 (FAO-56, table 22). */
  depletionFraction?: number;
  /** What is missing from field capacity on the morning of the first day, in millimetres: 0 after heavy rain, at most `totalAvailableWater`. */
  initialDepletion: number;
  /** Water between field capacity and wilting point over the depth of the roots, in millimetres, above 0: 1000 times the difference of both (m³/m³) times the depth (m), FAO-56 equation 82. */
  totalAvailableWater: number;
};

/** What one rule says of an hour. */
export type RuleOutcome =
  /** Outside the limits. */
  | 'FAIL'
  /** Outside the good range, and not yet a failure. */
  | 'MARGINAL'
  /** Within the limits. */
  | 'PASS'
  /** What the rule needs is not known: the hour is not suitable by it. */
  | 'UNKNOWN';

/** How bad it is, as the observer judged it. */
export type Severity =
  /** Action needed. */
  | 'HIGH'
  /** Present, no action needed. */
  | 'LOW'
  /** Watch closely. */
  | 'MODERATE'
  /** Looked for and not found. */
  | 'NONE'
  /** Crop loss is certain. */
  | 'SEVERE'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** What an hour is judged by, with the unit of the `value` and `limit` of its result. */
export type SprayRule =
  /** Delta-T, kelvin: air temperature less wet bulb temperature, by Stull 2011 from relative humidity, else from the dew point. */
  | 'DELTA_T'
  /** Strongest gust, metres per second. Judged only where `gustMax` is given. */
  | 'GUST'
  /** Daylight in the hour and in those around it, by solar radiation, megajoules per square metre: the `value` is the least of them. Darkness near by means that cold air may lie still. */
  | 'INVERSION'
  /** Rain in the hour and in the dry hours after it, millimetres: the `value` is that of the first wet hour. */
  | 'RAIN'
  /** Mean air temperature, degrees Celsius. */
  | 'TEMPERATURE'
  /** Mean wind speed, metres per second. */
  | 'WIND';

/** What the rules together say of an hour: the worst of them decides. It is no permission: the label is. */
export type SprayVerdict =
  /** No rule fails, none is unknown, and at least one is marginal. */
  | 'MARGINAL'
  /** Every rule passes. */
  | 'SUITABLE'
  /** No rule fails, and at least one could not be judged, or none is on. Never taken for suitable. */
  | 'UNKNOWN'
  /** At least one rule fails, whatever is unknown. */
  | 'UNSUITABLE';

/** Units of temperature. */
export type TemperatureUnit =
  /** Degree Celsius, UCUM `Cel`. */
  | 'CELSIUS'
  /** Degree Fahrenheit, UCUM `[degF]`. */
  | 'FAHRENHEIT'
  /** Kelvin, UCUM `K`. */
  | 'KELVIN'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** The prevailing weather of an interval. */
export type WeatherCondition =
  /** Clear sky. */
  | 'CLEAR'
  /** Cloudy. */
  | 'CLOUDY'
  /** Drizzle. */
  | 'DRIZZLE'
  /** Fog. */
  | 'FOG'
  /** Rain. */
  | 'RAIN'
  /** Snow. */
  | 'SNOW'
  /** Thunderstorm. */
  | 'THUNDERSTORM'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** Whether a record looks back or ahead. */
export type WeatherKind =
  /** What is expected. */
  | 'FORECAST'
  /** What happened. */
  | 'OBSERVED'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

export type AddNoteMutationVariables = Exact<{
  input: AddObservationInput;
}>;


export type AddNoteMutation = { addObservation:
    | { __typename: 'AddObservationSuccess', replayed: boolean | null, observation: { id: string, observedAt: string, category: ObservationCategory, severity: Severity | null, text: string, title: string | null, growthStage: { scale: GrowthStageScale, code: string } | null, organism: { name: string } | null, author: { name: string } | null, photos: Array<{ href: string, caption: string | null }> } }
    | { __typename: 'FieldNotFoundError', code: ErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'ForbiddenError', code: ErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'IdempotencyInProgressError', code: ErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'IdempotencyKeyReusedError', code: ErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'InvalidInputError', code: ErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null, faults: Array<{ path: Array<string>, code: string, message: string }> }
    | { __typename: 'RateLimitedError', code: ErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'UnauthenticatedError', code: ErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
   | null };

export type DegreeDaysPanelQueryVariables = Exact<{
  id: string;
  seasonStart: string;
  temperature: TemperatureUnit;
  base: number;
  upper: number;
}>;


export type DegreeDaysPanelQuery = { field: { id: string, degreeDays: { missing: number, provenances: Array<Provenance>, days: Array<{ date: string, kind: WeatherKind, degreeDays: number | null, accumulated: number, missing: number }>, total: { value: number, unit: DegreeDayUnit } | null } | null } | null };

export type DegreeDaysFragment = { degreeDays: { missing: number, provenances: Array<Provenance>, days: Array<{ date: string, kind: WeatherKind, degreeDays: number | null, accumulated: number, missing: number }>, total: { value: number, unit: DegreeDayUnit } | null } | null };

export type IndexSeasonPanelQueryVariables = Exact<{
  id: string;
  seasonStart: string;
}>;


export type IndexSeasonPanelQuery = { field: { id: string, indexSeason: { clearScenes: number, missing: number, longestGapDays: number | null, change: number | null, changeDays: number | null, provenances: Array<Provenance>, points: Array<{ acquiredAt: string, mean: number | null, earlierMean: number | null, earlierYears: number }>, peak: { acquiredAt: string, mean: number | null } | null } | null } | null };

export type IndexSeasonFragment = { indexSeason: { clearScenes: number, missing: number, longestGapDays: number | null, change: number | null, changeDays: number | null, provenances: Array<Provenance>, points: Array<{ acquiredAt: string, mean: number | null, earlierMean: number | null, earlierYears: number }>, peak: { acquiredAt: string, mean: number | null } | null } | null };

export type FieldPageQueryVariables = Exact<{
  id: string;
  seasonStart: string;
  temperature: TemperatureUnit;
  depth: LengthUnit;
  base: number;
  upper: number;
  soil: RootZoneInput;
  crop: Array<CropCoefficientInput> | CropCoefficientInput;
}>;


export type FieldPageQuery = { field: { id: string, timezone: string | null, weather: Array<{ date: string | null, kind: WeatherKind, temperatureMin: { value: number, unit: TemperatureUnit } | null, temperatureMax: { value: number, unit: TemperatureUnit } | null, precipitation: { value: number, unit: LengthUnit } | null, source: { provenance: Provenance } }> | null, degreeDays: { missing: number, provenances: Array<Provenance>, days: Array<{ date: string, kind: WeatherKind, degreeDays: number | null, accumulated: number, missing: number }>, total: { value: number, unit: DegreeDayUnit } | null } | null, waterBalance: { exceedsReadilyAvailableOn: string | null, knownThrough: string | null, missing: number, provenances: Array<Provenance>, days: Array<{ date: string, kind: WeatherKind, stressCoefficient: number | null, depletion: { value: number, unit: LengthUnit } | null, adjustedEvapotranspiration: { value: number, unit: LengthUnit } | null }>, readilyAvailableWater: { value: number, unit: LengthUnit } } | null, indexSeason: { clearScenes: number, missing: number, longestGapDays: number | null, change: number | null, changeDays: number | null, provenances: Array<Provenance>, points: Array<{ acquiredAt: string, mean: number | null, earlierMean: number | null, earlierYears: number }>, peak: { acquiredAt: string, mean: number | null } | null } | null, sprayConditions: { missing: number, provenances: Array<Provenance>, hours: Array<{ startsAt: string, verdict: SprayVerdict, rules: Array<{ rule: SprayRule, outcome: RuleOutcome, reason: string }> }>, windows: Array<{ from: string, to: string, hours: number }> } | null, timeline: Array<{ date: string, weather: { condition: WeatherCondition | null, temperatureMin: { value: number, unit: TemperatureUnit } | null, temperatureMax: { value: number, unit: TemperatureUnit } | null, precipitation: { value: number, unit: LengthUnit } | null } | null, observations: Array<{ id: string, observedAt: string, category: ObservationCategory, severity: Severity | null, text: string, title: string | null, growthStage: { scale: GrowthStageScale, code: string } | null, organism: { name: string } | null, author: { name: string } | null, photos: Array<{ href: string, caption: string | null }> }> | null, earthObservations: Array<{ id: string, cloudCover: { value: number, unit: FractionUnit }, index: { mean: number | null } | null, source: { provenance: Provenance } }> | null }> | null } | null };

export type SprayHoursPanelQueryVariables = Exact<{
  id: string;
}>;


export type SprayHoursPanelQuery = { field: { id: string, sprayConditions: { missing: number, provenances: Array<Provenance>, hours: Array<{ startsAt: string, verdict: SprayVerdict, rules: Array<{ rule: SprayRule, outcome: RuleOutcome, reason: string }> }>, windows: Array<{ from: string, to: string, hours: number }> } | null } | null };

export type SprayHoursFragment = { sprayConditions: { missing: number, provenances: Array<Provenance>, hours: Array<{ startsAt: string, verdict: SprayVerdict, rules: Array<{ rule: SprayRule, outcome: RuleOutcome, reason: string }> }>, windows: Array<{ from: string, to: string, hours: number }> } | null };

export type TimelinePanelQueryVariables = Exact<{
  id: string;
  temperature: TemperatureUnit;
  depth: LengthUnit;
}>;


export type TimelinePanelQuery = { field: { id: string, timeline: Array<{ date: string, weather: { condition: WeatherCondition | null, temperatureMin: { value: number, unit: TemperatureUnit } | null, temperatureMax: { value: number, unit: TemperatureUnit } | null, precipitation: { value: number, unit: LengthUnit } | null } | null, observations: Array<{ id: string, observedAt: string, category: ObservationCategory, severity: Severity | null, text: string, title: string | null, growthStage: { scale: GrowthStageScale, code: string } | null, organism: { name: string } | null, author: { name: string } | null, photos: Array<{ href: string, caption: string | null }> }> | null, earthObservations: Array<{ id: string, cloudCover: { value: number, unit: FractionUnit }, index: { mean: number | null } | null, source: { provenance: Provenance } }> | null }> | null } | null };

export type TimelineFragment = { timeline: Array<{ date: string, weather: { condition: WeatherCondition | null, temperatureMin: { value: number, unit: TemperatureUnit } | null, temperatureMax: { value: number, unit: TemperatureUnit } | null, precipitation: { value: number, unit: LengthUnit } | null } | null, observations: Array<{ id: string, observedAt: string, category: ObservationCategory, severity: Severity | null, text: string, title: string | null, growthStage: { scale: GrowthStageScale, code: string } | null, organism: { name: string } | null, author: { name: string } | null, photos: Array<{ href: string, caption: string | null }> }> | null, earthObservations: Array<{ id: string, cloudCover: { value: number, unit: FractionUnit }, index: { mean: number | null } | null, source: { provenance: Provenance } }> | null }> | null };

export type NoteFragment = { id: string, observedAt: string, category: ObservationCategory, severity: Severity | null, text: string, title: string | null, growthStage: { scale: GrowthStageScale, code: string } | null, organism: { name: string } | null, author: { name: string } | null, photos: Array<{ href: string, caption: string | null }> };

export type WaterBalancePanelQueryVariables = Exact<{
  id: string;
  depth: LengthUnit;
  soil: RootZoneInput;
  crop: Array<CropCoefficientInput> | CropCoefficientInput;
}>;


export type WaterBalancePanelQuery = { field: { id: string, waterBalance: { exceedsReadilyAvailableOn: string | null, knownThrough: string | null, missing: number, provenances: Array<Provenance>, days: Array<{ date: string, kind: WeatherKind, stressCoefficient: number | null, depletion: { value: number, unit: LengthUnit } | null, adjustedEvapotranspiration: { value: number, unit: LengthUnit } | null }>, readilyAvailableWater: { value: number, unit: LengthUnit } } | null } | null };

export type WaterBalanceFragment = { waterBalance: { exceedsReadilyAvailableOn: string | null, knownThrough: string | null, missing: number, provenances: Array<Provenance>, days: Array<{ date: string, kind: WeatherKind, stressCoefficient: number | null, depletion: { value: number, unit: LengthUnit } | null, adjustedEvapotranspiration: { value: number, unit: LengthUnit } | null }>, readilyAvailableWater: { value: number, unit: LengthUnit } } | null };

export type WeatherPanelQueryVariables = Exact<{
  id: string;
  temperature: TemperatureUnit;
  depth: LengthUnit;
}>;


export type WeatherPanelQuery = { field: { id: string, weather: Array<{ date: string | null, kind: WeatherKind, temperatureMin: { value: number, unit: TemperatureUnit } | null, temperatureMax: { value: number, unit: TemperatureUnit } | null, precipitation: { value: number, unit: LengthUnit } | null, source: { provenance: Provenance } }> | null } | null };

export type WeatherFragment = { weather: Array<{ date: string | null, kind: WeatherKind, temperatureMin: { value: number, unit: TemperatureUnit } | null, temperatureMax: { value: number, unit: TemperatureUnit } | null, precipitation: { value: number, unit: LengthUnit } | null, source: { provenance: Provenance } }> | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const DegreeDaysFragmentDoc = new TypedDocumentString(`
    fragment DegreeDays on Field {
  degreeDays(
    since: $seasonStart
    next: { days: 7 }
    base: $base
    upper: $upper
    unit: $temperature
  ) {
    days {
      date
      kind
      degreeDays
      accumulated
      missing
    }
    total {
      value
      unit
    }
    missing
    provenances
  }
}
    `, {"fragmentName":"DegreeDays"}) as unknown as TypedDocumentString<DegreeDaysFragment, unknown>;
export const IndexSeasonFragmentDoc = new TypedDocumentString(`
    fragment IndexSeason on Field {
  indexSeason(name: NDVI, since: $seasonStart, earlierYears: 2) {
    points {
      acquiredAt
      mean
      earlierMean
      earlierYears
    }
    clearScenes
    missing
    longestGapDays
    peak {
      acquiredAt
      mean
    }
    change
    changeDays
    provenances
  }
}
    `, {"fragmentName":"IndexSeason"}) as unknown as TypedDocumentString<IndexSeasonFragment, unknown>;
export const SprayHoursFragmentDoc = new TypedDocumentString(`
    fragment SprayHours on Field {
  sprayConditions(next: { hours: 48 }) {
    hours {
      startsAt
      verdict
      rules {
        rule
        outcome
        reason
      }
    }
    windows {
      from
      to
      hours
    }
    missing
    provenances
  }
}
    `, {"fragmentName":"SprayHours"}) as unknown as TypedDocumentString<SprayHoursFragment, unknown>;
export const NoteFragmentDoc = new TypedDocumentString(`
    fragment Note on Observation {
  id
  observedAt
  category
  severity
  text
  title
  growthStage {
    scale
    code
  }
  organism {
    name
  }
  author {
    name
  }
  photos {
    href
    caption
  }
}
    `, {"fragmentName":"Note"}) as unknown as TypedDocumentString<NoteFragment, unknown>;
export const TimelineFragmentDoc = new TypedDocumentString(`
    fragment Timeline on Field {
  timeline(last: { days: 30 }, next: { days: 7 }) {
    date
    weather {
      temperatureMin(unit: $temperature) {
        value
        unit
      }
      temperatureMax(unit: $temperature) {
        value
        unit
      }
      precipitation(unit: $depth) {
        value
        unit
      }
      condition
    }
    observations {
      ...Note
    }
    earthObservations {
      id
      cloudCover(unit: PERCENT) {
        value
        unit
      }
      index(name: NDVI) {
        mean
      }
      source {
        provenance
      }
    }
  }
}
    fragment Note on Observation {
  id
  observedAt
  category
  severity
  text
  title
  growthStage {
    scale
    code
  }
  organism {
    name
  }
  author {
    name
  }
  photos {
    href
    caption
  }
}`, {"fragmentName":"Timeline"}) as unknown as TypedDocumentString<TimelineFragment, unknown>;
export const WaterBalanceFragmentDoc = new TypedDocumentString(`
    fragment WaterBalance on Field {
  waterBalance(last: { days: 30 }, next: { days: 7 }, soil: $soil, crop: $crop) {
    days {
      date
      kind
      depletion(unit: $depth) {
        value
        unit
      }
      adjustedEvapotranspiration(unit: $depth) {
        value
        unit
      }
      stressCoefficient
    }
    readilyAvailableWater(unit: $depth) {
      value
      unit
    }
    exceedsReadilyAvailableOn
    knownThrough
    missing
    provenances
  }
}
    `, {"fragmentName":"WaterBalance"}) as unknown as TypedDocumentString<WaterBalanceFragment, unknown>;
export const WeatherFragmentDoc = new TypedDocumentString(`
    fragment Weather on Field {
  weather(last: { days: 30 }, next: { days: 7 }) {
    date
    kind
    temperatureMin(unit: $temperature) {
      value
      unit
    }
    temperatureMax(unit: $temperature) {
      value
      unit
    }
    precipitation(unit: $depth) {
      value
      unit
    }
    source {
      provenance
    }
  }
}
    `, {"fragmentName":"Weather"}) as unknown as TypedDocumentString<WeatherFragment, unknown>;
export const AddNoteDocument = new TypedDocumentString(`
    mutation AddNote($input: AddObservationInput!) {
  addObservation(input: $input) {
    __typename
    ... on AddObservationSuccess {
      replayed
      observation {
        ...Note
      }
    }
    ... on UserError {
      code
      message
      retryable
      retryAfterSeconds
    }
    ... on InvalidInputError {
      faults {
        path
        code
        message
      }
    }
  }
}
    fragment Note on Observation {
  id
  observedAt
  category
  severity
  text
  title
  growthStage {
    scale
    code
  }
  organism {
    name
  }
  author {
    name
  }
  photos {
    href
    caption
  }
}`) as unknown as TypedDocumentString<AddNoteMutation, AddNoteMutationVariables>;
export const DegreeDaysPanelDocument = new TypedDocumentString(`
    query DegreeDaysPanel($id: ID!, $seasonStart: MonthDay!, $temperature: TemperatureUnit!, $base: Float!, $upper: Float!) {
  field(id: $id) {
    id
    ...DegreeDays
  }
}
    fragment DegreeDays on Field {
  degreeDays(
    since: $seasonStart
    next: { days: 7 }
    base: $base
    upper: $upper
    unit: $temperature
  ) {
    days {
      date
      kind
      degreeDays
      accumulated
      missing
    }
    total {
      value
      unit
    }
    missing
    provenances
  }
}`) as unknown as TypedDocumentString<DegreeDaysPanelQuery, DegreeDaysPanelQueryVariables>;
export const IndexSeasonPanelDocument = new TypedDocumentString(`
    query IndexSeasonPanel($id: ID!, $seasonStart: MonthDay!) {
  field(id: $id) {
    id
    ...IndexSeason
  }
}
    fragment IndexSeason on Field {
  indexSeason(name: NDVI, since: $seasonStart, earlierYears: 2) {
    points {
      acquiredAt
      mean
      earlierMean
      earlierYears
    }
    clearScenes
    missing
    longestGapDays
    peak {
      acquiredAt
      mean
    }
    change
    changeDays
    provenances
  }
}`) as unknown as TypedDocumentString<IndexSeasonPanelQuery, IndexSeasonPanelQueryVariables>;
export const FieldPageDocument = new TypedDocumentString(`
    query FieldPage($id: ID!, $seasonStart: MonthDay!, $temperature: TemperatureUnit!, $depth: LengthUnit!, $base: Float!, $upper: Float!, $soil: RootZoneInput!, $crop: [CropCoefficientInput!]!) {
  field(id: $id) {
    id
    timezone
    ...Weather
    ...DegreeDays
    ...WaterBalance
    ...IndexSeason
    ...SprayHours
    ...Timeline
  }
}
    fragment DegreeDays on Field {
  degreeDays(
    since: $seasonStart
    next: { days: 7 }
    base: $base
    upper: $upper
    unit: $temperature
  ) {
    days {
      date
      kind
      degreeDays
      accumulated
      missing
    }
    total {
      value
      unit
    }
    missing
    provenances
  }
}
fragment IndexSeason on Field {
  indexSeason(name: NDVI, since: $seasonStart, earlierYears: 2) {
    points {
      acquiredAt
      mean
      earlierMean
      earlierYears
    }
    clearScenes
    missing
    longestGapDays
    peak {
      acquiredAt
      mean
    }
    change
    changeDays
    provenances
  }
}
fragment SprayHours on Field {
  sprayConditions(next: { hours: 48 }) {
    hours {
      startsAt
      verdict
      rules {
        rule
        outcome
        reason
      }
    }
    windows {
      from
      to
      hours
    }
    missing
    provenances
  }
}
fragment Timeline on Field {
  timeline(last: { days: 30 }, next: { days: 7 }) {
    date
    weather {
      temperatureMin(unit: $temperature) {
        value
        unit
      }
      temperatureMax(unit: $temperature) {
        value
        unit
      }
      precipitation(unit: $depth) {
        value
        unit
      }
      condition
    }
    observations {
      ...Note
    }
    earthObservations {
      id
      cloudCover(unit: PERCENT) {
        value
        unit
      }
      index(name: NDVI) {
        mean
      }
      source {
        provenance
      }
    }
  }
}
fragment Note on Observation {
  id
  observedAt
  category
  severity
  text
  title
  growthStage {
    scale
    code
  }
  organism {
    name
  }
  author {
    name
  }
  photos {
    href
    caption
  }
}
fragment WaterBalance on Field {
  waterBalance(last: { days: 30 }, next: { days: 7 }, soil: $soil, crop: $crop) {
    days {
      date
      kind
      depletion(unit: $depth) {
        value
        unit
      }
      adjustedEvapotranspiration(unit: $depth) {
        value
        unit
      }
      stressCoefficient
    }
    readilyAvailableWater(unit: $depth) {
      value
      unit
    }
    exceedsReadilyAvailableOn
    knownThrough
    missing
    provenances
  }
}
fragment Weather on Field {
  weather(last: { days: 30 }, next: { days: 7 }) {
    date
    kind
    temperatureMin(unit: $temperature) {
      value
      unit
    }
    temperatureMax(unit: $temperature) {
      value
      unit
    }
    precipitation(unit: $depth) {
      value
      unit
    }
    source {
      provenance
    }
  }
}`) as unknown as TypedDocumentString<FieldPageQuery, FieldPageQueryVariables>;
export const SprayHoursPanelDocument = new TypedDocumentString(`
    query SprayHoursPanel($id: ID!) {
  field(id: $id) {
    id
    ...SprayHours
  }
}
    fragment SprayHours on Field {
  sprayConditions(next: { hours: 48 }) {
    hours {
      startsAt
      verdict
      rules {
        rule
        outcome
        reason
      }
    }
    windows {
      from
      to
      hours
    }
    missing
    provenances
  }
}`) as unknown as TypedDocumentString<SprayHoursPanelQuery, SprayHoursPanelQueryVariables>;
export const TimelinePanelDocument = new TypedDocumentString(`
    query TimelinePanel($id: ID!, $temperature: TemperatureUnit!, $depth: LengthUnit!) {
  field(id: $id) {
    id
    ...Timeline
  }
}
    fragment Timeline on Field {
  timeline(last: { days: 30 }, next: { days: 7 }) {
    date
    weather {
      temperatureMin(unit: $temperature) {
        value
        unit
      }
      temperatureMax(unit: $temperature) {
        value
        unit
      }
      precipitation(unit: $depth) {
        value
        unit
      }
      condition
    }
    observations {
      ...Note
    }
    earthObservations {
      id
      cloudCover(unit: PERCENT) {
        value
        unit
      }
      index(name: NDVI) {
        mean
      }
      source {
        provenance
      }
    }
  }
}
fragment Note on Observation {
  id
  observedAt
  category
  severity
  text
  title
  growthStage {
    scale
    code
  }
  organism {
    name
  }
  author {
    name
  }
  photos {
    href
    caption
  }
}`) as unknown as TypedDocumentString<TimelinePanelQuery, TimelinePanelQueryVariables>;
export const WaterBalancePanelDocument = new TypedDocumentString(`
    query WaterBalancePanel($id: ID!, $depth: LengthUnit!, $soil: RootZoneInput!, $crop: [CropCoefficientInput!]!) {
  field(id: $id) {
    id
    ...WaterBalance
  }
}
    fragment WaterBalance on Field {
  waterBalance(last: { days: 30 }, next: { days: 7 }, soil: $soil, crop: $crop) {
    days {
      date
      kind
      depletion(unit: $depth) {
        value
        unit
      }
      adjustedEvapotranspiration(unit: $depth) {
        value
        unit
      }
      stressCoefficient
    }
    readilyAvailableWater(unit: $depth) {
      value
      unit
    }
    exceedsReadilyAvailableOn
    knownThrough
    missing
    provenances
  }
}`) as unknown as TypedDocumentString<WaterBalancePanelQuery, WaterBalancePanelQueryVariables>;
export const WeatherPanelDocument = new TypedDocumentString(`
    query WeatherPanel($id: ID!, $temperature: TemperatureUnit!, $depth: LengthUnit!) {
  field(id: $id) {
    id
    ...Weather
  }
}
    fragment Weather on Field {
  weather(last: { days: 30 }, next: { days: 7 }) {
    date
    kind
    temperatureMin(unit: $temperature) {
      value
      unit
    }
    temperatureMax(unit: $temperature) {
      value
      unit
    }
    precipitation(unit: $depth) {
      value
      unit
    }
    source {
      provenance
    }
  }
}`) as unknown as TypedDocumentString<WeatherPanelQuery, WeatherPanelQueryVariables>;