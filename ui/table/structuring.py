"""Conversion between values and plain JSON with cattrs: strict types, limits on sizes, and the path of an error."""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Callable, Collection, Mapping
from dataclasses import KW_ONLY, dataclass, field, fields, is_dataclass
from enum import Enum, StrEnum
from numbers import Integral, Real
from types import GenericAlias
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from cattrs import ClassValidationError, Converter, ForbiddenExtraKeysError, IterableValidationError, override
from cattrs.errors import IterableValidationNote
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from scoring.message import CrownsightError, Message
from ui.table.strict_json import FormatError, quote

Hook = Callable[[Any, Any], Any]

DECIMALS = 4  # of numbers that are written
MAX_PATH = 200  # characters of the path in an error
MAX_LENGTH = 10_000  # of texts and lists without limits of their own
TYPE_NAMES = {int: "a whole number", float: "a number", str: "a string", bool: "true or false"}
INVALID_VALUE = "invalid value"


@dataclass(frozen=True)
class Limits:
    """The range of a number, or of the length of a text or a list."""

    least: float = 0
    most: float = math.inf


DEFAULT_LIMITS = {
    int: Limits(0, 1_000_000_000),
    float: Limits(-(2.0**53), 2.0**53),
    str: Limits(most=MAX_LENGTH),
    bool: Limits(),
}
LIST_LIMITS = Limits(most=MAX_LENGTH)


def bounded_tuple(kind: Any, most: int, least: int = 0) -> Any:
    """Return the type of a tuple of ``least`` to ``most`` values of a type."""
    return Annotated[GenericAlias(tuple, (kind, ...)), Limits(least, most)]


@dataclass(frozen=True)
class Key:
    """The name of a field in JSON, as a part of its Annotated type."""

    name: str


@dataclass(frozen=True)
class Schema:
    """The form of a dataclass in JSON, if not an object with all fields that differ from their defaults."""

    _: KW_ONLY
    types: Mapping[str, Any] = field(default_factory=dict)  # of fields, instead of the annotated ones
    keys: Mapping[str, str] = field(default_factory=dict)  # names of fields in JSON, where they differ
    always: Collection[str] = ()  # fields that are written even if default
    omit: Collection[str] = ()  # fields that are not part of JSON
    writers: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)  # by field
    forbid_unknown: bool = False
    finish: Callable[[Any], Any] | None = None  # checks or replaces the value that was read


class StrictConverter(Converter):
    """A cattrs converter without coercion that bounds every size and raises FormatError with the path of the fault.

    Null for a field equals a missing field. Reading stops at the first invalid element of a list.
    """

    def __init__(self) -> None:
        super().__init__(unstruct_collection_overrides={frozenset: sorted})
        self._schemas: dict[Any, Schema] = {}
        for kind, limits in DEFAULT_LIMITS.items():
            self.register_structure_hook(kind, _make_scalar_hook(kind, limits))
        for enum in (Enum, StrEnum):  # a StrEnum is a str, too
            self.register_structure_hook(enum, _structure_enum)
        self.register_structure_hook_factory(_is_collection, lambda kind: self._make_list_hook(kind, LIST_LIMITS))
        self.register_structure_hook_factory(_is_row, self._make_row_hook)
        self.register_structure_hook_factory(_is_annotated, self._make_annotated_hook)
        self.register_structure_hook_factory(_is_class, self._make_class_hook)
        self.register_unstructure_hook_factory(_is_class, self._make_class_writer)
        self.register_unstructure_hook(Real, lambda value: round(float(value), DECIMALS))
        self.register_unstructure_hook(Integral, int)
        self.register_unstructure_hook(bool, lambda value: value)
        self.register_unstructure_hook(bytes, lambda value: b64encode(value).decode())

    def register_object(self, cls: type, schema: Schema) -> None:
        """Set how the fields of a dataclass are read and written."""
        self._schemas[cls] = schema

    def register_array(self, cls: type, **types: Any) -> None:
        """Read and write a class as a list of all its fields; ``types`` replace the annotated ones."""
        hints = get_type_hints(cls, include_extras=True) | types
        row = GenericAlias(tuple, tuple(hints.values()))

        def make_hook(_: Any) -> Hook:
            hook = self.get_structure_hook(row)
            return lambda found, _: cls(*hook(found, row))

        self.register_structure_hook_factory(lambda kind: kind is cls, make_hook)
        self.register_unstructure_hook(cls, lambda value: [self.unstructure(getattr(value, name)) for name in hints])

    def register_as(self, cls: type, kind: Any, write: Callable[[Any], Any]) -> None:
        """Read a class as another type, which makes the value, and write it with a function."""
        self.register_structure_hook_factory(lambda one: one is cls, lambda _: self._bind_hook(kind))
        self.register_unstructure_hook(cls, write)

    def read(self, found: Any, kind: Any) -> Any:
        """Return a plain JSON value as a value of a type.

        Raises:
            FormatError: if it does not fit, with the path of the first fault.
        """
        try:
            return self.get_structure_hook(kind)(found, kind)
        except Exception as error:
            raise self._explain(error) from error

    def get_keys(self, cls: type) -> Mapping[str, str]:
        """Return the fields of a dataclass that are part of JSON, with their names there."""
        schema, hints = self._schemas.get(cls, Schema()), get_type_hints(cls, include_extras=True)
        keys = {one.name: one.name for one in fields(cls) if one.init and one.name not in schema.omit}
        annotated = {name: one.name for name in keys for one in get_args(hints[name]) if isinstance(one, Key)}
        return keys | annotated | dict(schema.keys)

    def _make_class_hook(self, kind: Any) -> Hook:
        cls = get_origin(kind) or kind
        schema = self._schemas.get(cls, Schema())
        hints = get_type_hints(cls, include_extras=True) | dict(schema.types)
        overrides: dict[str, Any] = {name: override(omit=True) for name in schema.omit} | {
            name: override(rename=key, struct_hook=self._bind_hook(hints[name]))
            for name, key in self.get_keys(cls).items()
        }
        structure = make_dict_structure_fn(kind, self, _cattrs_forbid_extra_keys=schema.forbid_unknown, **overrides)

        def structure_class(found: Any, _: Any) -> Any:
            if type(found) is not dict:
                raise FormatError("expected an object")
            value = structure({key: one for key, one in found.items() if one is not None}, kind)
            return schema.finish(value) if schema.finish else value

        return structure_class

    def _make_class_writer(self, kind: Any) -> Callable[[Any], Any]:
        cls = get_origin(kind) or kind
        schema = self._schemas.get(cls, Schema())
        overrides: dict[str, Any] = {name: override(omit=True) for name in schema.omit} | {
            name: override(
                rename=key, omit_if_default=name not in schema.always, unstruct_hook=schema.writers.get(name)
            )
            for name, key in self.get_keys(cls).items()
        }
        return make_dict_unstructure_fn(kind, self, **overrides)

    def _bind_hook(self, kind: Any) -> Hook:
        """Return the hook of a type with its annotations, which cattrs removes from the fields of dataclasses."""
        hook = self.get_structure_hook(kind)
        return lambda found, _: hook(found, kind)

    def _make_annotated_hook(self, kind: Any) -> Hook:
        """Return a hook that obeys Limits and then calls the functions of an Annotated type one after the other."""
        inner, *metadata = get_args(kind)
        limits = next((one for one in metadata if isinstance(one, Limits)), None)
        steps = [one for one in metadata if callable(one)]
        if limits is None:
            hook = self._bind_hook(inner)
        elif _is_collection(inner):
            hook = self._make_list_hook(inner, limits)
        else:
            hook = _make_scalar_hook(inner, limits)

        def structure_annotated(found: Any, _: Any) -> Any:
            value = hook(found, inner)
            for step in steps:
                value = _call(step, value)
            return value

        return structure_annotated if steps else hook

    def _make_list_hook(self, kind: Any, limits: Limits) -> Hook:
        make, element = get_origin(kind), get_args(kind)[0]
        hook = self.get_structure_hook(element)

        def structure_list(found: Any, _: Any) -> Any:
            _check_list(found, limits)
            return make([_structure_element(hook, element, at, one) for at, one in enumerate(found)])

        return structure_list

    def _make_row_hook(self, kind: Any) -> Hook:
        elements = [(element, self.get_structure_hook(element)) for element in get_args(kind)]
        limits = Limits(len(elements), len(elements))

        def structure_row(found: Any, _: Any) -> Any:
            _check_list(found, limits)
            pairs = enumerate(zip(elements, found, strict=True))
            return tuple([_structure_element(hook, element, at, one) for at, ((element, hook), one) in pairs])

        return structure_row

    def _explain(self, error: Exception) -> FormatError:
        """Return the first fault of an error of cattrs with its path; raise other errors."""
        path = ""
        while isinstance(error, ClassValidationError | IterableValidationError):
            noted, others = error.group_exceptions()
            if not noted:
                error = others[0]
                continue
            cls, (error, note) = error.cl, noted[0]
            if isinstance(note, IterableValidationNote):
                path += f"[{note.index}]"
            else:
                path += f".{self.get_keys(get_origin(cls) or cls)[note.name]}"
        if isinstance(error, FormatError):
            path += ("" if error.path.startswith("[") else ".") + error.path if error.path else ""
            fault = error.fault
        elif isinstance(error, CrownsightError):
            fault = error.message
        elif isinstance(error, KeyError):
            fault = Message("missing")
        elif isinstance(error, ForbiddenExtraKeysError):
            fault = Message("unknown field")
        elif isinstance(error, ValueError | RecursionError):
            fault = Message(INVALID_VALUE)
        else:
            raise error
        return FormatError(fault, path.removeprefix(".")[:MAX_PATH])


def _is_annotated(kind: Any) -> bool:
    origin: Any = get_origin(kind)
    return origin is Annotated


def _is_class(kind: Any) -> bool:
    return is_dataclass(get_origin(kind) or kind)


def _is_collection(kind: Any) -> bool:
    return get_origin(kind) is frozenset or (get_origin(kind) is tuple and get_args(kind)[1:] == (...,))


def _is_row(kind: Any) -> bool:
    return get_origin(kind) is tuple and ... not in get_args(kind)


def _make_scalar_hook(kind: Any, limits: Limits) -> Hook:
    allowed = (int, float) if kind is float else (kind,)

    def structure_scalar(found: Any, _: Any) -> Any:
        if type(found) not in allowed:
            raise FormatError(f"expected {TYPE_NAMES[kind]}")
        if kind is str and len(found) > limits.most:
            raise FormatError(f"expected a string of at most {limits.most} characters")
        if kind is not str and not limits.least <= found <= limits.most:  # NaN, too
            raise FormatError(f"expected a number from {limits.least} to {limits.most}")
        return kind(found)

    return structure_scalar


def _structure_enum(found: Any, kind: Any) -> Any:
    try:
        return kind(found)
    except (ValueError, TypeError):
        raise FormatError(f"{quote(found)} is unknown") from None


def _structure_element(hook: Hook, kind: Any, index: int, found: Any) -> Any:
    try:
        return hook(found, kind)
    except Exception as error:
        error.add_note(IterableValidationNote("", index, kind))
        raise IterableValidationError("", [error], kind) from None


def _check_list(found: Any, limits: Limits) -> None:
    if type(found) is not list:
        raise FormatError("expected a list")
    if not limits.least <= len(found) <= limits.most:
        exact = limits.least == limits.most or len(found) < limits.least
        raise FormatError(
            f"expected a list of {limits.least}" if exact else f"expected a list of at most {limits.most}"
        )


def _call(step: Callable[[Any], Any], value: Any) -> Any:
    """Call a function that checks or makes a value, and raise FormatError if it refuses."""
    try:
        return step(value)
    except CrownsightError:
        raise
    except (ValueError, KeyError) as error:
        raise FormatError(INVALID_VALUE) from error
