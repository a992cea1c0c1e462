/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../client/types.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AddNoteMutationVariables = Exact<{
  input: Types.AddObservationInput;
}>;


export type AddNoteMutation = { addObservation:
    | { __typename: 'AddObservationSuccess', observation: { id: string, observedAt: string, category: Types.ObservationCategory, severity: Types.ObservationSeverity | null, text: string, title: string | null, growthStage: { scale: Types.GrowthStageScale, code: string } | null, organism: { name: string } | null, author: { name: string } | null, photos: Array<{ href: string, caption: string | null }> } }
    | { __typename: 'FieldNotFoundError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'ForbiddenError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'IdempotencyInProgressError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'IdempotencyKeyReusedError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'InvalidInputError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null, faults: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'RateLimitedError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'UnauthenticatedError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
   | null };

export type DegreeDaysFragment = { growingDegreeDays: { missingDays: number, provenances: Array<Types.Provenance>, days: Array<{ date: string, kind: Types.WeatherKind, growingDegreeDays: number | null, accumulated: number, missingDays: number }>, total: { value: number, unit: Types.DegreeDayUnit, thresholdSource: string | null, base: { value: number } | null, upper: { value: number } | null } | null } | null };

export type IndexSeasonFragment = { indexSeason: { clearScenes: number, missingScenes: number, change: number | null, changeDays: number | null, provenances: Array<Types.Provenance>, points: Array<{ acquiredAt: string, mean: number | null, earlierMean: number | null, earlierYears: number }>, peak: { acquiredAt: string, mean: number | null } | null } | null };

export type FieldPageQueryVariables = Exact<{
  id: string;
  seasonStart: string;
  nextDays: number;
  temperature: Types.TemperatureUnit;
  depth: Types.LengthUnit;
  area: Types.AreaUnit;
  base?: number | null | undefined;
  upper?: number | null | undefined;
  rootZone: Types.RootZoneInput;
  cropCoefficients: Array<Types.CropCoefficientInput> | Types.CropCoefficientInput;
  sprayLimits: Types.SprayRulesInput;
}>;


export type FieldPageQuery = { field: { id: string, timezone: string | null, name: string | null, crop: { name: string } | null, location: { latitude: number, longitude: number } | null, area: { value: number, unit: Types.AreaUnit } | null, weather: Array<{ date: string | null, startsAt: string, endsAt: string, kind: Types.WeatherKind, temperatureMin: { value: number, unit: Types.TemperatureUnit } | null, temperatureMax: { value: number, unit: Types.TemperatureUnit } | null, precipitation: { value: number, unit: Types.LengthUnit } | null, source: { provenance: Types.Provenance } }> | null, growingDegreeDays: { missingDays: number, provenances: Array<Types.Provenance>, days: Array<{ date: string, kind: Types.WeatherKind, growingDegreeDays: number | null, accumulated: number, missingDays: number }>, total: { value: number, unit: Types.DegreeDayUnit, thresholdSource: string | null, base: { value: number } | null, upper: { value: number } | null } | null } | null, waterBalance: { exceedsReadilyAvailableOn: string | null, provenances: Array<Types.Provenance>, days: Array<{ date: string, kind: Types.WeatherKind, stressCoefficient: number | null, depletion: { value: number, unit: Types.LengthUnit } | null, adjustedEvapotranspiration: { value: number, unit: Types.LengthUnit } | null }>, readilyAvailableWater: { value: number, unit: Types.LengthUnit } } | null, indexSeason: { clearScenes: number, missingScenes: number, change: number | null, changeDays: number | null, provenances: Array<Types.Provenance>, points: Array<{ acquiredAt: string, mean: number | null, earlierMean: number | null, earlierYears: number }>, peak: { acquiredAt: string, mean: number | null } | null } | null, sprayConditions: { hoursWithoutRecord: number, provenances: Array<Types.Provenance>, hours: Array<{ startsAt: string, verdict: Types.SprayVerdict, rules: Array<{ rule: Types.SprayRule, outcome: Types.RuleOutcome, reason: string }> }>, windows: Array<{ startsAt: string, hourCount: number }> } | null, timeline: Array<{ date: string, weather: { kind: Types.WeatherKind, condition: Types.WeatherCondition | null, temperatureMin: { value: number, unit: Types.TemperatureUnit } | null, temperatureMax: { value: number, unit: Types.TemperatureUnit } | null, precipitation: { value: number, unit: Types.LengthUnit } | null } | null, observations: Array<{ id: string, observedAt: string, category: Types.ObservationCategory, severity: Types.ObservationSeverity | null, text: string, title: string | null, growthStage: { scale: Types.GrowthStageScale, code: string } | null, organism: { name: string } | null, author: { name: string } | null, photos: Array<{ href: string, caption: string | null }> }> | null, earthObservations: Array<{ cloudCover: { value: number, unit: Types.FractionUnit } | null, index: { mean: number | null } | null }> | null }> | null } | null };

export type SprayHoursFragment = { sprayConditions: { hoursWithoutRecord: number, provenances: Array<Types.Provenance>, hours: Array<{ startsAt: string, verdict: Types.SprayVerdict, rules: Array<{ rule: Types.SprayRule, outcome: Types.RuleOutcome, reason: string }> }>, windows: Array<{ startsAt: string, hourCount: number }> } | null };

export type TimelineFragment = { timeline: Array<{ date: string, weather: { kind: Types.WeatherKind, condition: Types.WeatherCondition | null, temperatureMin: { value: number, unit: Types.TemperatureUnit } | null, temperatureMax: { value: number, unit: Types.TemperatureUnit } | null, precipitation: { value: number, unit: Types.LengthUnit } | null } | null, observations: Array<{ id: string, observedAt: string, category: Types.ObservationCategory, severity: Types.ObservationSeverity | null, text: string, title: string | null, growthStage: { scale: Types.GrowthStageScale, code: string } | null, organism: { name: string } | null, author: { name: string } | null, photos: Array<{ href: string, caption: string | null }> }> | null, earthObservations: Array<{ cloudCover: { value: number, unit: Types.FractionUnit } | null, index: { mean: number | null } | null }> | null }> | null };

export type NoteFragment = { id: string, observedAt: string, category: Types.ObservationCategory, severity: Types.ObservationSeverity | null, text: string, title: string | null, growthStage: { scale: Types.GrowthStageScale, code: string } | null, organism: { name: string } | null, author: { name: string } | null, photos: Array<{ href: string, caption: string | null }> };

export type WaterBalanceFragment = { waterBalance: { exceedsReadilyAvailableOn: string | null, provenances: Array<Types.Provenance>, days: Array<{ date: string, kind: Types.WeatherKind, stressCoefficient: number | null, depletion: { value: number, unit: Types.LengthUnit } | null, adjustedEvapotranspiration: { value: number, unit: Types.LengthUnit } | null }>, readilyAvailableWater: { value: number, unit: Types.LengthUnit } } | null };

export type WeatherFragment = { weather: Array<{ date: string | null, startsAt: string, endsAt: string, kind: Types.WeatherKind, temperatureMin: { value: number, unit: Types.TemperatureUnit } | null, temperatureMax: { value: number, unit: Types.TemperatureUnit } | null, precipitation: { value: number, unit: Types.LengthUnit } | null, source: { provenance: Types.Provenance } }> | null };

const DegreeDaysText = `fragment DegreeDays on Field {
  growingDegreeDays(
    since: $seasonStart
    next: { days: $nextDays }
    base: $base
    upper: $upper
    unit: $temperature
  ) {
    days {
      date
      kind
      growingDegreeDays
      accumulated
      missingDays
    }
    total {
      value
      unit
      base {
        value
      }
      upper {
        value
      }
      thresholdSource
    }
    missingDays
    provenances
  }
}`;
const IndexSeasonText = `fragment IndexSeason on Field {
  indexSeason(index: NDVI, since: $seasonStart, earlierYears: 2) {
    points {
      acquiredAt
      mean
      earlierMean
      earlierYears
    }
    clearScenes
    missingScenes
    peak {
      acquiredAt
      mean
    }
    change
    changeDays
    provenances
  }
}`;
const SprayHoursText = `fragment SprayHours on Field {
  sprayConditions(next: { hours: 48 }, rules: $sprayLimits) {
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
      startsAt
      hourCount
    }
    hoursWithoutRecord
    provenances
  }
}`;
const NoteText = `fragment Note on Observation {
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
}`;
const TimelineText = `fragment Timeline on Field {
  timeline(last: { days: 30 }, next: { days: 7 }) {
    date
    weather {
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
      condition
    }
    observations {
      ...Note
    }
    earthObservations {
      cloudCover(unit: PERCENT) {
        value
        unit
      }
      index(name: NDVI) {
        mean
      }
    }
  }
}`;
const WaterBalanceText = `fragment WaterBalance on Field {
  waterBalance(
    last: { days: 30 }
    next: { days: 7 }
    rootZone: $rootZone
    cropCoefficients: $cropCoefficients
  ) {
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
    provenances
  }
}`;
const WeatherText = `fragment Weather on Field {
  weather(last: { days: 30 }, next: { days: 7 }) {
    date
    startsAt
    endsAt
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
}`;
export type TypedDocumentString<Result, Variables> = string & DocumentTypeDecoration<Result, Variables>;
export const AddNoteDocument = `
    mutation AddNote($input: AddObservationInput!) {
  addObservation(input: $input) {
    __typename
    ... on AddObservationSuccess {
      observation {
        ...Note
      }
    }
    ... on FieldgraphError {
      code
      message
      retryable
      retryAfterSeconds
    }
    ... on InvalidInputError {
      faults {
        path
        message
      }
    }
  }
}
    ${NoteText}` as unknown as TypedDocumentString<AddNoteMutation, AddNoteMutationVariables>;
export const FieldPageDocument = `
    query FieldPage($id: ID!, $seasonStart: MonthDay!, $nextDays: Int!, $temperature: TemperatureUnit!, $depth: LengthUnit!, $area: AreaUnit!, $base: Float, $upper: Float, $rootZone: RootZoneInput!, $cropCoefficients: [CropCoefficientInput!]!, $sprayLimits: SprayRulesInput!) {
  field(id: $id) {
    id
    timezone
    name
    crop {
      name
    }
    location {
      latitude
      longitude
    }
    area(unit: $area) {
      value
      unit
    }
    ...Weather
    ...DegreeDays
    ...WaterBalance
    ...IndexSeason
    ...SprayHours
    ...Timeline
  }
}
    ${DegreeDaysText}
${IndexSeasonText}
${SprayHoursText}
${TimelineText}
${NoteText}
${WaterBalanceText}
${WeatherText}` as unknown as TypedDocumentString<FieldPageQuery, FieldPageQueryVariables>;