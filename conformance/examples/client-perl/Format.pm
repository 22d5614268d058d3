package Format;

# Checks formats, and translates the patterns of ECMAScript.
use v5.14;
use warnings;
use Math::BigInt;

my $character = q{(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})};

my %formats = (
    'date'      => \&is_date,
    'date-time' => \&is_date_time,
    'byte'      => sub { $_[0] =~ m{\A(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?\z} },
    'duration'  => sub { $_[0] =~ /\AP(?:\d+W|(?=[\dT])(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)\z/a },
    'email'     => sub { $_[0] =~ /\A[^\s\@]+\@[a-z0-9-]+(?:\.[a-z0-9-]+)+\z/i },
    'uuid'      => sub { $_[0] =~ /\A[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\z/i },
    # RFC 3986, section 3
    'uri' => sub {
        is_openable($_[0]) && $_[0] =~ m{\A[A-Za-z][A-Za-z0-9+.-]*:
            (?://(?:$character*|(?:$character*\@)?\[[0-9A-Fa-f:.]+\](?::[0-9]*)?)(?:/$character*)*
              |/?$character+(?:/$character*)*|/)
            (?:\?(?:$character|[/?])*)?(?:\#(?:$character|[/?])*)?\z}x;
    },
);

for my $bits (8, 16, 32, 64) {
    # Perl has no exact number for the bounds of 64 bits.
    my $half = $bits < 64 ? 2**($bits - 1) : Math::BigInt->new(2)->bpow(63);
    $formats{"int$bits"}  = sub { is_integer($_[0]) && $_[0] >= -$half && $_[0] < $half };
    $formats{"uint$bits"} = sub { is_integer($_[0]) && $_[0] >= 0 && $_[0] < $half * 2 };
}

# Whether a value has a format. Other formats are not checked.
sub fits {
    my ($value, $format) = @_;
    my $rule = $formats{$format};
    return !$rule || $rule->($value);
}

# Whether a number is an integer, such as 5 or 5.0. Numbers with a fraction or an exponent are objects.
sub is_integer { return !ref $_[0] || $_[0]->is_int }

# RFC 3986 does not limit ports, and allows http URLs with invalid hosts.
sub is_openable {
    my ($scheme, $host, $port) = $_[0] =~ m{\A([^:/]+)://(?:[^/?#]*\@)?(\[[^\]]*\]|[^:/?#]*)(?::([0-9]*))?} or return 1;
    return 0 if ($port || 0) > 65535;
    return 1 unless $scheme =~ /\A(?:https?|wss?|ftp)\z/i;
    my $name = $host =~ s/%([0-9A-Fa-f]{2})/chr hex $1/ger;
    return 0 if $name eq '' || $name =~ m{\A[^\[].*[\s#/:<>?\@\[\\\]^|%]};
    my @parts = split /\./, $name;
    return 1 unless $parts[-1] =~ /\A[0-9]+\z/;
    return @parts <= 4 && !grep { !/\A[0-9]+\z/ || $_ > 255 } @parts;
}

sub is_date {
    my ($year, $month, $day) = $_[0] =~ /\A(\d{4})-(\d\d)-(\d\d)\z/a or return 0;
    my $leap = $year % 4 == 0 && ($year % 100 != 0 || $year % 400 == 0);
    my @days = (0, 31, $leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31);
    return $month <= 12 && $day >= 1 && $day <= $days[$month];
}

# RFC 3339, section 5.6; a leap second is the last one of a day in UTC.
sub is_date_time {
    my ($date, $hour, $minute, $second, $sign, $hours, $minutes)
        = $_[0] =~ /\A(\S{10})[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))\z/a
        or return 0;
    return 0 unless is_date($date) && $hour < 24 && $minute < 60 && ($hours // 0) < 24 && ($minutes // 0) < 60;
    return 1 if $second < 60;
    my $offset = (($hours // 0) * 60 + ($minutes // 0)) * (($sign // '') eq '-' ? -1 : 1);
    return $second == 60 && ($hour * 60 + $minute - $offset) % 1440 == 1439;
}

my %regexes;

# Translates a pattern of the document into Perl, with the meaning that it has in ECMAScript.
sub regex {
    my ($pattern) = @_;
    return $regexes{$pattern} //= do {
        my $in_class = 0;
        my $translated = $pattern =~ s/(\\u\{?([0-9A-Fa-f]+)\}?|\\.|[\[\].\$])/translated($1, $2, \$in_class)/gers;
        qr/$translated/a;
    };
}

sub translated {
    my ($token, $code, $in_class) = @_;
    return "\\x{$code}" if defined $code;
    return '\p{Format::IsSpace}' if $token eq '\s';
    return '\P{Format::IsSpace}' if $token eq '\S';
    if ($$in_class) {
        $$in_class = 0 if $token eq ']';
        return $token eq '[' ? '\[' : $token;
    }
    $$in_class = 1 if $token eq '[';
    return $token eq '$' ? '\z' : $token eq '.' ? '[^\n\r\x{2028}\x{2029}]' : $token;
}

# ECMAScript's white space and line ends, as a property for Perl's character classes.
sub IsSpace {
    return join "\n", '9 D', '20', 'A0', '1680', '2000 200A', '2028 2029', '202F', '205F', '3000', 'FEFF';
}

1;
